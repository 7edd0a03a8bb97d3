//! The variables of classes, as other bodies see them.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::BodyOwner;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::infer::builder::InferenceBuilder;
use crate::infer::call_depth::CallDepth;
use crate::infer::call_site::walk_by_default;
use crate::infer::flow::environment::Definedness;
use crate::infer::flow::only_use::variable_at_only_use;
use crate::infer::walk_of;
use crate::variables::bindings::{item_bindings, may_be_bound_at_top, parent_class};
use puppet_semantic::facts::is_given;
use puppet_semantic::index::item_tree::{Item, ItemKind, body, canonical};
use puppet_semantic::resolve::module_items::resolve;
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_types::inferred::Inferred;

/// What is known of the parameters and variables of a class, wherever they are read.
///
/// Classes may read each other's variables in a circle; nothing is known of those that take part.
#[salsa::tracked(returns(clone), cycle_result = variables_in_circle)]
fn variables(
    db: &dyn Db,
    environment: Environment,
    class: Item,
) -> Arc<FxHashMap<SmolStr, Inferred>> {
    let body = body(db, class);
    let names = NameResolver::new(db, environment, class.file);
    let walk = walk_of(&names, &body, class, CallDepth::Everything);
    at_end(&names, class, &walk)
}

/// The same, where parameters have their defaults.
#[salsa::tracked(returns(clone), cycle_result = variables_in_circle)]
fn variables_by_default(
    db: &dyn Db,
    environment: Environment,
    class: Item,
) -> Arc<FxHashMap<SmolStr, Inferred>> {
    let body = body(db, class);
    let names = NameResolver::new(db, environment, class.file);
    at_end(&names, class, &walk_by_default(&names, &body, class))
}

/// What is known of the variables of a class at its end.
fn at_end(
    names: &NameResolver<'_>,
    class: Item,
    walk: &InferenceBuilder<'_>,
) -> Arc<FxHashMap<SmolStr, Inferred>> {
    let mut known: FxHashMap<SmolStr, Inferred> = walk
        .scopes
        .variables()
        .map(|(name, known)| (name.clone(), known.clone()))
        .collect();
    // What only branches assign that are never taken does not exist, and reads as undef.
    let own = item_bindings(names.db(), names.environment(), class);
    let absent = own.iter().flat_map(|names| names.iter());
    let absent = absent.filter(|name| walk.scopes.presence(name) == Definedness::Absent);
    known.extend(absent.map(|name| (name.clone(), Inferred::UNDEF)));
    known.retain(|_, known| !known.is_unknown());
    Arc::new(known)
}

fn variables_in_circle(
    _db: &dyn Db,
    _id: salsa::Id,
    _environment: Environment,
    _class: Item,
) -> Arc<FxHashMap<SmolStr, Inferred>> {
    Arc::default()
}

impl InferenceBuilder<'_> {
    /// What is known of `$class::variable`: one of the class itself, or of those that it inherits from.
    pub(super) fn variable_of_class(&self, class: Item, variable: &str) -> Option<Inferred> {
        let (db, environment) = (self.names.db(), self.names.environment());
        let class = class_that_has(db, environment, class, variable)?;
        let by_default = self.is_by_default.then(|| {
            let variables = variables_by_default(db, environment, class);
            variables.get(variable).cloned()
        });
        let where_used = || {
            let own = self.own_class().filter(|_| !self.is_by_default)?;
            variable_at_only_use(db, environment, own, class, variable)
        };
        let known = || variables(db, environment, class).get(variable).cloned();
        by_default.flatten().or_else(where_used).or_else(known)
    }

    /// The class whose body this is.
    fn own_class(&self) -> Option<Item> {
        match self.body.definition() {
            BodyOwner::Class { name, .. } => {
                self.names.resolve(ItemKind::Class, &canonical(name)).item()
            }
            _ => None,
        }
    }
}

/// The class that has `$class::variable`: itself, or one that it inherits from; `None` if that is not known.
pub fn class_that_has(
    db: &dyn Db,
    environment: Environment,
    class: Item,
    variable: &str,
) -> Option<Item> {
    let mut seen = FxHashSet::default();
    let mut class = class;
    while seen.insert(class) {
        if item_bindings(db, environment, class)?.contains(variable) {
            return Some(class);
        }
        let parent = parent_class(db, class)?;
        class = resolve(db, environment, class.file, ItemKind::Class, &parent).item()?;
    }
    None
}

/// The class whose variable a name is, if it is not one of an item's own, with the name that it has there.
#[must_use]
pub fn variable_of_other_class<'n>(
    names: &NameResolver<'_>,
    item: Item,
    name: &'n str,
) -> Option<(Item, &'n str)> {
    let (db, environment) = (names.db(), names.environment());
    let (class, variable) = match name.rsplit_once("::") {
        Some((class, variable)) => (canonical(class), variable),
        None if is_own(db, environment, item, name) || is_given(db, environment, name) => {
            return None;
        }
        None => (parent_class(db, item)?, name),
    };
    let class = names.resolve(ItemKind::Class, &class).item()?;
    let class = class_that_has(db, environment, class, variable)?;
    let parent = parent_class(db, class);
    let parent = parent.map(|it| names.resolve(ItemKind::Class, &it).item());
    // What the class does not assign, a class above it may.
    let is_only = parent.is_none_or(|parent| {
        parent.is_some_and(|it| class_that_has(db, environment, it, variable).is_none())
    });
    (class != item && is_only).then_some((class, variable))
}

/// Whether an item, or the top scope, may assign a variable itself.
fn is_own(db: &dyn Db, environment: Environment, item: Item, name: &str) -> bool {
    let own = item_bindings(db, environment, item);
    own.is_none_or(|names| names.contains(name))
        || may_be_bound_at_top(db, environment, item.file, name)
}
