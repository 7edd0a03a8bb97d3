//! Classes and defined types that are used wherever their module is.

use puppet_db::{Db, Environment};
use puppet_hir::model::DefinitionKind;

use crate::catalog::computed_names::computed_names;
use crate::catalog::usages::uses;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{Item, ItemKind, body, canonical};

/// So many uses are followed.
const MOST_STEPS: usize = 6;

/// When a body is evaluated, as far as that can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CertainUse {
    /// Wherever its module is used.
    Always,
    /// It is never used in its module: others do it when they like.
    Unknown,
    /// In a branch that may be for some operating systems only.
    Sometimes,
}

/// When a definition is evaluated; its uses are followed up to the class of the module's name.
#[must_use]
pub fn certain_use(db: &dyn Db, environment: Environment, item: Item) -> CertainUse {
    let module = |item: Item| owner(db, item.file).and_then(|owner| owner.module);
    let (mut item, mut steps) = (item, MOST_STEPS);
    loop {
        let definition = body(db, item);
        let name = definition.name().map(|name| canonical(name));
        let (kind, name) = match (definition.definition().kind(), name) {
            (DefinitionKind::Class, Some(name)) if !name.contains("::") => {
                return CertainUse::Always;
            }
            (DefinitionKind::Class, Some(name)) => (ItemKind::Class, name),
            (DefinitionKind::DefinedType, Some(name)) => (ItemKind::DefinedType, name),
            _ => return CertainUse::Always,
        };
        let Some(used) = uses(db, environment, kind, name) else {
            return match module(item).is_some_and(|it| computed_names(db, it).has_class) {
                true => CertainUse::Sometimes,
                false => CertainUse::Unknown,
            };
        };
        steps -= 1;
        match used.certain {
            Some(user) if module(user) != module(item) => return CertainUse::Always,
            Some(user) if steps > 0 => item = user,
            _ => return CertainUse::Sometimes,
        }
    }
}
