//! The modules that are on disk, or that somebody names.

use std::collections::BTreeMap;

use puppet_db::{Db, Environment, File, Module};
use puppet_project::metadata::{Metadata, module_part};
use puppet_semantic::owner::owner;
use puppet_semantic::resolve::module_named;

use super::of_metadata;

/// A module on disk.
pub(super) struct KnownModule {
    pub(super) module: Module,
    /// `author-module`, if it says so.
    pub(super) full_name: Option<String>,
    pub(super) version: Option<String>,
    pub(super) summary: Option<String>,
}

impl KnownModule {
    fn of(db: &dyn Db, module: Module) -> Self {
        let text = module.metadata(db).map(|file| file.text(db));
        let value = |key| text.and_then(|text| of_metadata(text, key));
        Self {
            module,
            full_name: value("name"),
            version: value("version"),
            summary: value("summary"),
        }
    }

    /// A file that stands for the module.
    pub(super) fn place(&self, db: &dyn Db) -> Option<File> {
        let first = || self.module.files(db).first().copied();
        self.module.metadata(db).or_else(first)
    }
}

/// The module that a name means, as a file sees it.
pub(super) fn module_of(db: &dyn Db, file: File, name: &str) -> Option<KnownModule> {
    let environment = owner(db, file)?.environment;
    let module = module_part(name).unwrap_or(name);
    let module = module_named(db, environment, module)?;
    Some(KnownModule::of(db, module))
}

/// The full names of the modules that are on disk or that others need, each with a version if one is known.
pub(super) fn names(db: &dyn Db, environment: Environment) -> BTreeMap<String, String> {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for module in environment.modules(db).iter().copied() {
        let Some(text) = module.metadata(db).map(|file| file.text(db)) else {
            continue;
        };
        let metadata = Metadata::parse(text);
        for dependency in &metadata.dependencies {
            names.entry(dependency.name.replace('/', "-")).or_default();
        }
        if let Some(name) = &metadata.name {
            let version = metadata.version.clone().unwrap_or_default();
            names.insert(name.replace('/', "-"), version);
        }
    }
    for file in environment.declaring(db).iter().copied() {
        for named in super::named_in(db, file) {
            if module_part(&named.name).is_some() {
                names.entry(named.name.replace('/', "-")).or_default();
            }
        }
    }
    // One that is being typed.
    names.remove("");
    names
}
