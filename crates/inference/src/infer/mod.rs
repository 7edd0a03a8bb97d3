//! Inference: the types and values of all expressions of a body.
//!
//! Everything is decided from the body itself, the declared types of its parameters, signatures of what it calls, and
//! the variables of classes that it names. What depends on anything else is unknown, and what depends on the unknown is
//! unknown.

pub mod assignments;
pub mod builder;
pub mod call;
pub mod call_depth;
pub mod call_site;
pub mod certain_operations;
pub mod definite_failure;
pub mod dig_call;
pub mod expression;
pub mod final_assignments;
pub mod flow;
pub mod incremental;
pub mod inference;
pub mod interpolation;
pub mod narrow;
pub mod operator_results;
pub mod path_marks;
pub mod possible_values;
pub mod qualified_variable;
pub mod refused_operands;
pub mod subscript;
pub mod variable;
pub mod walk;
pub mod written_keys;

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::{Body, ExprId};

use crate::functions::item_signature::signature;
use puppet_semantic::index::item_tree::{Item, body};
use puppet_semantic::resolve::name_resolver::NameResolver;

use crate::infer::builder::InferenceBuilder;
pub use crate::infer::builder::declared_type;
use crate::infer::call_depth::CallDepth;
pub use crate::infer::call_site::{
    Argument, CallSiteArguments, infer_at_call_site, infer_by_default,
};
pub use crate::infer::flow::branch_point::is_branch_point;
pub use crate::infer::flow::path_conditions::source_of;
pub use crate::infer::flow::reaching_definitions::ReachingDefinition;
pub use crate::infer::flow::reaching_definitions::{interpolated_exprs, is_literal};
pub use crate::infer::incremental::chunk_view::{ChunkView, chunk_bases};
pub use crate::infer::possible_values::{
    choice_of, keys_without, may_be, may_differ, may_equal, open_texts, refused_members,
};
pub use assignments::{Assignments, Lacking};
pub use call::instance::conversion_source;
pub use call::lambda_frame::LambdaArguments;
pub use call::lambda_type;
pub use final_assignments::assignments_at_end;
pub use inference::{Failure, Inference, MatchCoverage, MaybeUndefAccess};
pub use puppet_hir::Call;
use puppet_types::inferred::Inferred;
pub use subscript::{element, titles_of};
pub use variable::RESERVED;

/// What is known about the expressions of a definition's body, or of a file's own statements.
#[salsa::tracked(lru = 256)]
pub fn infer(db: &dyn Db, environment: Environment, item: Item) -> Inference {
    let by_chunks = db.recent_parses().is_some() && body(db, item).is_long();
    let inference = by_chunks.then(|| incremental::infer::infer(db, environment, item));
    if let Some(inference) = inference.flatten() {
        return inference;
    }
    infer_whole(db, environment, item, CallDepth::Everything)
}

fn infer_whole(db: &dyn Db, environment: Environment, item: Item, reach: CallDepth) -> Inference {
    let body = body(db, item);
    let names = NameResolver::new(db, environment, item.file);
    Inference::new(walk_of(&names, &body, item, reach).finish())
}

/// The walk over a whole body.
fn walk_of<'a>(
    names: &'a NameResolver<'a>,
    body: &'a Arc<Body>,
    item: Item,
    reach: CallDepth,
) -> InferenceBuilder<'a> {
    let mut walk = InferenceBuilder::new(names, body, reach);
    bind_parameters(&mut walk, body, item);
    walk.run_body();
    walk
}

/// Binds the parameters of a definition.
fn bind_parameters(walk: &mut InferenceBuilder<'_>, body: &Arc<Body>, item: Item) {
    let names = walk.names;
    walk.shared_body = Some(Arc::clone(body));
    let parameters = signature(names.db(), names.environment(), item);
    for (parameter, declared) in body.parameters().iter().zip(&parameters.parameters) {
        walk.bind_parameter(parameter, Inferred::Type(declared.ty.clone()));
    }
}

/// The values of expressions that stand for themselves: the types of parameters, the right side of an alias.
pub(crate) struct ConstantEvaluator<'a> {
    walk: InferenceBuilder<'a>,
}

impl<'a> ConstantEvaluator<'a> {
    /// For the expressions of a body. A body with many of them needs one evaluator only.
    pub(crate) fn new(names: &'a NameResolver<'a>, body: &'a Body) -> Self {
        let walk = InferenceBuilder::new(names, body, CallDepth::Nothing);
        Self { walk }
    }

    /// The value of one of them: what others do has no effect on it.
    pub(crate) fn evaluate(&mut self, expr: ExprId) -> Inferred {
        self.walk.run(expr);
        let known = self.walk.result(expr).clone();
        self.walk.forget();
        known
    }
}
