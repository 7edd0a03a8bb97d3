//! The names that files define, with what must be given, for completion: an edit that changes no head leaves them
//! equal, so that the list of a whole environment is not made again while the user types.

use std::collections::BTreeMap;
use std::sync::Arc;

use puppet_db::{Db, Environment, File, Module};
use puppet_syntax::ast::{AstNode as _, Definition};

use puppet_ide_db::parameters::required_name;
use puppet_ide_db::symbol_index::{SymbolKind, named_definition};
use puppet_ide_db::syntax_ext;

/// A name that a file defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedName {
    pub name: String,
    pub kind: SymbolKind,
    /// The parameters that must be given.
    pub required: Arc<[String]>,
}

#[salsa::tracked(returns(deref))]
pub fn names_of_file(db: &dyn Db, file: File) -> Box<[ExportedName]> {
    let root = syntax_ext::root(db, file);
    let starts = puppet_db::definition_starts(db, file);
    let tokens = syntax_ext::tokens_at_places(&root, starts.offsets());
    let nodes = tokens.iter().filter_map(|token| token.parent());
    let definitions = nodes.filter_map(Definition::cast);
    definitions.filter_map(|it| defined(&it)).collect()
}

fn defined(definition: &Definition) -> Option<ExportedName> {
    let (kind, name, _) = named_definition(definition)?;
    if kind == SymbolKind::Node {
        return None;
    }
    Some(ExportedName {
        name,
        kind,
        required: definition.parameters().filter_map(required_name).collect(),
    })
}

fn of_files<'db>(db: &'db dyn Db, files: &'db [File]) -> impl Iterator<Item = &'db ExportedName> {
    let files = files.iter().filter(|file| file.kind(db).is_puppet());
    files.flat_map(|file| names_of_file(db, *file))
}

/// Of all files of a module. While the user types in one module, the names of the others need not be looked at.
#[salsa::tracked(returns(deref))]
fn of_module(db: &dyn Db, module: Module) -> Box<[ExportedName]> {
    of_files(db, module.files(db)).cloned().collect()
}

/// Of all files of an environment but the loose ones, by kind, sorted by name.
#[salsa::tracked(returns(clone))]
pub fn names_of_environment(
    db: &dyn Db,
    environment: Environment,
) -> Arc<BTreeMap<ExportedKind, Vec<ExportedName>>> {
    let mut names: BTreeMap<ExportedKind, Vec<ExportedName>> = BTreeMap::new();
    let own = of_files(db, environment.manifests(db));
    let modules = environment.modules(db).iter();
    let of_modules = modules.flat_map(|module| of_module(db, *module));
    for name in own.chain(of_modules) {
        names.entry(key(name.kind)).or_default().push(name.clone());
    }
    for of_kind in names.values_mut() {
        of_kind.sort_by(|a, b| a.name.cmp(&b.name));
        of_kind.dedup_by(|a, b| a.name == b.name);
    }
    Arc::new(names)
}

/// A kind of symbol, as a key.
pub type ExportedKind = u8;

pub fn key(kind: SymbolKind) -> ExportedKind {
    kind as u8
}
