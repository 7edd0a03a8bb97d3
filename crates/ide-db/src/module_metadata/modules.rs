//! The modules that are on disk, or that metadata names.

use std::collections::BTreeMap;

use puppet_db::{Db, Environment, File, FileKind, Module};
use puppet_project::metadata::module_part;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::resolve::module_items::module_named;

use crate::module_metadata::of_metadata;

/// A module on disk.
pub struct KnownModule {
    /// The module.
    pub module: Module,
    /// `author-module`, if it says so.
    pub full_name: Option<String>,
    /// The version in `metadata.json`.
    pub version: Option<String>,
    /// The summary in `metadata.json`.
    pub summary: Option<String>,
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
    pub fn place(&self, db: &dyn Db) -> Option<File> {
        let first = || self.module.files(db).first().copied();
        self.module.metadata(db).or_else(first)
    }
}

/// The module that a name means, as a file sees it.
pub fn module_of(db: &dyn Db, file: File, name: &str) -> Option<KnownModule> {
    let environment = owner(db, file)?.environment;
    let module = module_part(name).unwrap_or(name);
    let module = module_named(db, environment, module)?;
    let is_on_disk = !module.origin(db).is_stub();
    is_on_disk.then(|| KnownModule::of(db, module))
}

/// The version of a module that the stub library describes, where the module is not on disk.
pub fn described_version(db: &dyn Db, file: File, name: &str) -> Option<String> {
    let environment = owner(db, file)?.environment;
    let module = module_named(db, environment, module_part(name).unwrap_or(name))?;
    let is_stub = module.origin(db).is_stub();
    is_stub.then(|| KnownModule::of(db, module).version)?
}

/// The full names of the modules that are on disk, or that others need, each with a version if one is known.
pub fn names(db: &dyn Db, environment: Environment) -> BTreeMap<String, String> {
    let on_disk = environment.modules(db).iter();
    let on_disk = on_disk.filter(|module| !module.origin(db).is_stub());
    let metadata = on_disk.filter_map(|module| module.metadata(db));
    let files = metadata.chain(environment.declaring(db).iter().copied());
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (name, version) in files.flat_map(|file| names_in(db, file)) {
        let known = names.entry(name.clone()).or_default();
        if !version.is_empty() {
            known.clone_from(version);
        }
    }
    names
}

/// The full names in a file, the module's own with its version: there may be a hundred such files, and one of them
/// changes.
#[salsa::tracked(returns(deref))]
fn names_in(db: &dyn Db, file: File) -> Box<[(String, String)]> {
    let named = crate::module_metadata::named_in(db, file).into_iter();
    let named = named.filter(|it| module_part(&it.name).is_some());
    let own = match file.kind(db) {
        FileKind::Metadata => {
            let value = |key| of_metadata(file.text(db), key).unwrap_or_default();
            Some((value("name"), value("version")))
        }
        _ => None,
    };
    let own = own.filter(|(name, _)| module_part(name).is_some());
    let all = named.map(|it| (it.name, String::new())).chain(own);
    let all = all.map(|(name, version)| (name.replacen('/', "-", 1), version));
    all.collect()
}
