//! Inference of a body for one call site: more exact than for all of them.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::Body;

use crate::catalog::needed_defaults::is_needed;
use crate::functions::item_signature::signature;
use crate::infer::builder::InferenceBuilder;
use crate::infer::call_depth::CallDepth;
use crate::infer::inference::Inference;
use puppet_semantic::index::item_tree::{Item, body};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::intersect;

/// The values with which a class or defined type is used.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallSiteArguments {
    /// The title.
    pub title: Inferred,
    /// What each parameter gets, in the order of their declaration.
    pub arguments: Box<[Argument]>,
}

/// What a parameter gets.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Argument {
    /// This.
    Given(Inferred),
    /// Its default.
    Default,
    /// Anything that its type accepts.
    Any,
}

/// What is known about the expressions of a definition's body when it is used with these values, and which of them are
/// evaluated then in any case.
#[must_use]
pub fn infer_at_call_site(
    db: &dyn Db,
    environment: Environment,
    item: Item,
    given: &CallSiteArguments,
) -> Inference {
    let body = body(db, item);
    let names = NameResolver::new(db, environment, item.file);
    let mut walk = InferenceBuilder::new(&names, &body, CallDepth::Everything);
    walk.certain = Some(vec![false; body.id_bound()]);
    for name in ["title", "name"] {
        walk.scopes.refine(name.into(), given.title.clone());
    }
    run_with(&mut walk, &body, item, &given.arguments);
    Inference::new(walk.finish())
}

/// What is known where parameters have their defaults: those for which nothing on disk certainly gives another value.
#[salsa::tracked(lru = 64)]
pub fn infer_by_default(db: &dyn Db, environment: Environment, item: Item) -> Inference {
    let body = body(db, item);
    let names = NameResolver::new(db, environment, item.file);
    Inference::new(walk_by_default(&names, &body, item).finish())
}

/// The walk over a whole body whose parameters have their defaults.
pub(super) fn walk_by_default<'a>(
    names: &'a NameResolver<'a>,
    body: &'a Arc<Body>,
    item: Item,
) -> InferenceBuilder<'a> {
    let mut walk = InferenceBuilder::new(names, body, CallDepth::Everything);
    walk.is_by_default = true;
    let parameters = body.parameters().iter();
    let arguments = parameters.map(|parameter| {
        match is_needed(names.db(), names.environment(), item, &parameter.name) {
            true => Argument::Default,
            false => Argument::Any,
        }
    });
    run_with(&mut walk, body, item, &arguments.collect::<Vec<_>>());
    walk
}

/// Walks a body whose parameters get these values.
pub(super) fn run_with(
    walk: &mut InferenceBuilder<'_>,
    body: &Arc<Body>,
    item: Item,
    arguments: &[Argument],
) {
    walk.shared_body = Some(Arc::clone(body));
    let names = walk.names;
    let declared = signature(names.db(), names.environment(), item);
    let parameters = body.parameters().iter().zip(&declared.parameters);
    // Defaults may read the parameters before them.
    for ((parameter, declared), argument) in parameters.zip(arguments) {
        let known = match (argument, parameter.value) {
            (Argument::Given(known), _) => Some(known.clone()),
            (Argument::Default, Some(default)) => {
                walk.run(default);
                Some(walk.result(default).clone())
            }
            (Argument::Default | Argument::Any, _) => None,
        };
        match known.and_then(|known| intersect(names, &known, &declared.ty)) {
            Some(known) => walk.bind_known(parameter, without_any(known)),
            None => {
                walk.bind_parameter(parameter, Inferred::Type(declared.ty.clone()));
                if let Some(default) = parameter.value {
                    walk.uncertain += 1;
                    walk.run(default);
                    walk.uncertain -= 1;
                }
                walk.note_default(parameter);
            }
        }
    }
    if let Some(root) = body.root() {
        walk.run(root);
    }
}

/// Anything is as good as unknown.
fn without_any(known: Inferred) -> Inferred {
    match known {
        Inferred::Type(puppet_types::Type::Any) => Inferred::UNKNOWN,
        known => known,
    }
}
