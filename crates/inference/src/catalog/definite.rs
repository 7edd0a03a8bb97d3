//! Resources and classes that are in the catalog whenever a given class is.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::PartId;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::catalog::instances::makes_instances;
use puppet_semantic::index::declarations::{Title, body_declarations};
use puppet_semantic::index::item_tree::{Item, ItemKind, canonical};
use puppet_semantic::resolve::module_items::resolve;

/// A resource that a body, or one that it includes, certainly declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefiniteDeclaration {
    /// The body that does.
    pub item: Item,
    /// The declaration; `None` for a class that is included.
    pub part: Option<PartId>,
    /// A defined type brings it along: their bodies are evaluated when all classes were
    /// (`Puppet::Parser::Compiler#evaluate_generators`).
    pub is_late: bool,
}

/// So many bodies are followed: each class of a long chain would otherwise have a list of all after it.
const MOST_BODIES: usize = 100;

/// Resources by type and title, both as they are looked up: names of types and classes in lower case.
pub type CertainResources = Arc<FxHashMap<(SmolStr, SmolStr), DefiniteDeclaration>>;

/// What is declared whenever this body is evaluated: by itself, and by the classes and defined types that it certainly
/// brings along.
#[salsa::tracked(returns(clone))]
pub fn certainly_declared(db: &dyn Db, environment: Environment, item: Item) -> CertainResources {
    let mut found = FxHashMap::default();
    let mut seen = FxHashSet::from_iter([item]);
    let mut waiting = vec![item];
    let mut late = Vec::new();
    let mut is_late = false;
    loop {
        let item = match waiting.pop() {
            Some(item) => item,
            None => {
                let Some(item) = late.pop() else { break };
                is_late = true;
                if !seen.insert(item) {
                    continue;
                }
                item
            }
        };
        if seen.len() > MOST_BODIES {
            break;
        }
        let declared = body_declarations(db, item);
        if declared.may_end_early() {
            continue;
        }
        let mut bring = |kind, name: &str| {
            let target = resolve(db, environment, item.file, kind, name).item();
            match kind {
                ItemKind::DefinedType => late.extend(target),
                _ => waiting.extend(target.filter(|target| seen.insert(*target))),
            }
        };
        for inclusion in declared.inclusions() {
            let Some(class) = inclusion
                .class
                .as_deref()
                .filter(|_| inclusion.path.is_certain())
            else {
                continue;
            };
            bring(ItemKind::Class, class);
            let key = ("class".into(), canonical(class));
            let certain = DefiniteDeclaration {
                item,
                part: None,
                is_late,
            };
            found.entry(key).or_insert(certain);
        }
        for resource in declared.resources() {
            let Some(ty) = resource.ty.as_ref().filter(|_| resource.path.is_certain()) else {
                continue;
            };
            for title in &resource.titles {
                let Title::Text(title) = title else { continue };
                match ty == "class" {
                    true => bring(ItemKind::Class, title),
                    false if makes_instances(resource) => bring(ItemKind::DefinedType, ty),
                    false => {}
                }
                let certain = DefiniteDeclaration {
                    item,
                    part: Some(resource.part),
                    is_late,
                };
                // A declaration says more than an inclusion.
                found.insert((ty.clone(), title_key(ty, title)), certain);
            }
        }
    }
    Arc::new(found)
}

/// A title as it is looked up.
#[must_use]
pub fn title_key(ty: &str, title: &str) -> SmolStr {
    match ty {
        "class" => canonical(title),
        _ => title.into(),
    }
}
