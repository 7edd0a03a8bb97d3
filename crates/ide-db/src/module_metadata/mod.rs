//! The files that say which modules are needed: `metadata.json`, `Puppetfile`, `.fixtures.yml`.
//!
//! What is known of modules is on disk; of those on the Forge, only if the user wants that it is asked.

pub mod description;
pub mod modules;
pub mod status;

use puppet_data::{DataEntry, DataValue, json, yaml};
use puppet_db::{Db, File, FileKind};
use puppet_project::metadata::{Metadata, module_part};
use puppet_text::{TextRange, TextSize};

pub use crate::module_metadata::modules::{KnownModule, module_of};

/// Whether a file names modules that are needed.
pub fn is_metadata_file(db: &dyn Db, file: File) -> bool {
    matches!(
        file.kind(db),
        FileKind::Metadata | FileKind::Puppetfile | FileKind::Fixtures
    )
}

/// A module that a file names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedModule {
    /// As written, mostly with the author in front.
    pub name: String,
    /// `author/module` or `author-module`, if it says so.
    pub full_name: Option<String>,
    /// Where the name is written, without quotes.
    pub range: TextRange,
    /// The version or range of versions, and where it is written.
    pub version: Option<(String, TextRange)>,
}

impl NamedModule {
    /// The name of the module, without its author.
    pub fn module(&self) -> &str {
        module_part(&self.name).unwrap_or(&self.name)
    }
}

/// The names of the modules that a file names, without their authors.
pub fn declared_modules(db: &dyn Db, file: File) -> Vec<String> {
    let named = named_in(db, file).into_iter();
    named.map(|it| it.module().to_owned()).collect()
}

/// The modules that a file names, in its order.
pub fn named_in(db: &dyn Db, file: File) -> Vec<NamedModule> {
    let text = file.text(db);
    let named = |name: &str, range| named(text, name, range);
    match file.kind(db) {
        FileKind::Metadata => {
            let metadata = Metadata::parse(text);
            let dependencies = metadata.dependencies.into_iter().filter_map(|it| {
                Some(NamedModule {
                    version: it.version_requirement.zip(it.version_range),
                    ..named(&it.name, it.range)?
                })
            });
            dependencies.collect()
        }
        FileKind::Puppetfile => {
            let modules = puppet_ruby::declared_modules(text).into_iter();
            let modules = modules.filter_map(|it| {
                Some(NamedModule {
                    version: it.version.zip(it.version_range),
                    ..named(&it.name, it.range)?
                })
            });
            modules.collect()
        }
        FileKind::Fixtures => {
            let (root, _) = yaml::parse_tolerantly(text);
            let fixtures = root.get("fixtures");
            let parts = ["forge_modules", "repositories", "symlinks"];
            let parts = parts.iter().filter_map(|part| fixtures?.get(part));
            let entries = parts.filter_map(DataValue::as_mapping).flatten();
            let entries = entries.filter_map(|it: &DataEntry| {
                let repo = it.value.as_str().or_else(|| it.value.get("repo")?.as_str());
                let version = it.value.get("ref");
                let version = version.and_then(|it| Some((it.as_str()?.to_owned(), it.range)));
                Some(NamedModule {
                    version,
                    full_name: repo
                        .filter(|it| module_part(it).is_some())
                        .map(str::to_owned),
                    ..named(&it.key, it.key_range)?
                })
            });
            entries.collect()
        }
        _ => Vec::new(),
    }
}

/// A name with its place within the quotes.
fn named(text: &str, name: &str, range: TextRange) -> Option<NamedModule> {
    let source = text.get(usize::from(range.start())..usize::from(range.end()))?;
    let at = source.find(name).filter(|_| !name.is_empty())?;
    let start = range.start() + TextSize::of(source.get(..at)?);
    Some(NamedModule {
        name: name.to_owned(),
        full_name: module_part(name).map(|_| name.to_owned()),
        range: TextRange::at(start, TextSize::of(name)),
        version: None,
    })
}

/// The page of a module on the Forge.
pub fn forge_page(name: &str) -> Option<String> {
    let (author, module) = name.split_once(['/', '-'])?;
    let is_name = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    (is_name(author) && is_name(module))
        .then(|| format!("https://forge.puppet.com/modules/{author}/{module}"))
}

/// The value of a key of a `metadata.json`.
fn of_metadata(text: &str, key: &str) -> Option<String> {
    let root = json::parse(text).ok()?;
    Some(root.get(key)?.as_str()?.to_owned())
}
