//! The names that files define, with what must be given, for completion: an edit that changes no head leaves them
//! equal, so that the list of a whole environment is not made again while somebody types.

use std::collections::BTreeMap;
use std::sync::Arc;

use puppet_db::{Db, Environment, File};
use puppet_syntax::ast::Definition;

use super::items::required;
use crate::symbols::{SymbolKind, named};
use crate::syntax;

/// A name that a file defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DefinedName {
    pub(super) name: String,
    pub(super) kind: SymbolKind,
    /// The parameters that must be given.
    pub(super) required: Arc<[String]>,
}

#[salsa::tracked(returns(deref))]
pub(super) fn of_file(db: &dyn Db, file: File) -> Box<[DefinedName]> {
    let root = syntax::root(db, file);
    syntax::all_definitions(&root)
        .filter_map(|definition| defined(&definition))
        .collect()
}

fn defined(definition: &Definition) -> Option<DefinedName> {
    let (kind, name, _) = named(definition)?;
    if kind == SymbolKind::Node {
        return None;
    }
    let parameters = definition.param_list();
    let parameters = parameters.into_iter().flat_map(|list| list.parameters());
    Some(DefinedName {
        name,
        kind,
        required: parameters.filter_map(required).collect(),
    })
}

/// Of all files of an environment but the loose ones, by kind, sorted by name.
#[salsa::tracked(returns(clone))]
pub(super) fn of_environment(
    db: &dyn Db,
    environment: Environment,
) -> Arc<BTreeMap<KindKey, Vec<DefinedName>>> {
    let mut names: BTreeMap<KindKey, Vec<DefinedName>> = BTreeMap::new();
    let of_modules = environment
        .modules(db)
        .iter()
        .flat_map(|it| it.files(db).iter());
    for file in environment.manifests(db).iter().chain(of_modules) {
        if file.kind(db).is_puppet() {
            for name in of_file(db, *file) {
                names.entry(key(name.kind)).or_default().push(name.clone());
            }
        }
    }
    for of_kind in names.values_mut() {
        of_kind.sort_by(|a, b| a.name.cmp(&b.name));
        of_kind.dedup_by(|a, b| a.name == b.name);
    }
    Arc::new(names)
}

/// A kind of symbol, as a key.
pub(super) type KindKey = u8;

pub(super) fn key(kind: SymbolKind) -> KindKey {
    kind as u8
}
