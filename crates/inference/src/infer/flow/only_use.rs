//! Tests around the only use of a private class: they tell about the variables of the class that uses it.
//!
//! A class is evaluated where it is included first, and variables never change.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::ExprId;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::catalog::computed_names::computed_names;
use crate::catalog::usages::only_conditional_use;
use crate::infer::bind_parameters;
use crate::infer::builder::InferenceBuilder;
use crate::infer::call_depth::CallDepth;
use crate::infer::flow::environment::{Definedness, EnvironmentKind, FlowEnv};
use puppet_semantic::index::declarations::body_declarations;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{Item, body, canonical};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_types::inferred::Inferred;

/// What is known of variables.
type KnownVariables = FxHashMap<SmolStr, Inferred>;

/// At more uses, nothing is noted.
const MAX_USES: usize = 32;

/// What is known of a variable of `class` wherever the private class `private` is evaluated.
pub(crate) fn variable_at_only_use(
    db: &dyn Db,
    environment: Environment,
    private: Item,
    class: Item,
    variable: &str,
) -> Option<Inferred> {
    let (user, at) = only_use(db, environment, private)?;
    if user != class {
        return None;
    }
    let uses = known_at_uses(db, environment, user);
    uses.get(&at)?.get(variable).cloned()
}

/// Where the only use of a class is that nothing outside of its module may use, if branches are around it.
#[salsa::tracked(returns(clone))]
fn only_use(db: &dyn Db, environment: Environment, class: Item) -> Option<(Item, ExprId)> {
    let mut calls = body_declarations(db, class).calls();
    if !calls.any(|it| it == "assert_private") {
        return None;
    }
    let module = owner(db, class.file)?.module?;
    let name = canonical(body(db, class).name()?);
    let only = only_conditional_use(db, environment, &name)?;
    (!computed_names(db, module).has_class).then_some(only)
}

/// What tests tell about the variables of a class, at each class that it includes in a branch.
#[salsa::tracked(returns(clone), cycle_result = known_in_circle)]
fn known_at_uses(
    db: &dyn Db,
    environment: Environment,
    item: Item,
) -> Arc<FxHashMap<ExprId, KnownVariables>> {
    let inclusions = body_declarations(db, item).inclusions();
    let conditional = inclusions.filter(|it| !it.path.is_certain());
    let mut known: FxHashMap<ExprId, KnownVariables> = conditional
        .filter_map(|it| Some((it.at?, KnownVariables::default())))
        .collect();
    if known.len() > MAX_USES {
        return Arc::default();
    }
    let body = body(db, item);
    let names = NameResolver::new(db, environment, item.file);
    let mut walk = InferenceBuilder::new(&names, &body, CallDepth::Everything);
    bind_parameters(&mut walk, &body, item);
    walk.run_body_with(|walk, id| {
        if let Some(known) = known.get_mut(&id).filter(|_| walk.dead + walk.lambdas == 0) {
            known.extend(walk.scopes.refinements());
        }
    });
    Arc::new(known)
}

fn known_in_circle(
    _db: &dyn Db,
    _id: salsa::Id,
    _environment: Environment,
    _item: Item,
) -> Arc<FxHashMap<ExprId, KnownVariables>> {
    Arc::default()
}

impl FlowEnv {
    /// What tests tell about the variables that the body itself assigns; the last of a name is the most.
    fn refinements(&self) -> impl Iterator<Item = (SmolStr, Inferred)> {
        let refined = self.bindings.iter().filter(|binding| {
            matches!(binding.kind, EnvironmentKind::Refined(Some(_)))
                && binding.presence == Definedness::Certain
                && !binding.known.is_unknown()
        });
        refined.map(|binding| (binding.name.clone(), binding.known.clone()))
    }
}
