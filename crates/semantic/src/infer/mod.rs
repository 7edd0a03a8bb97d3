//! Inference: what is known about the value of each expression of a body.
//!
//! Everything is decided from the body itself, the declared types of its parameters, signatures of what it calls, and
//! the variables of classes that it names. What depends on anything else is unknown, and what depends on the unknown is
//! unknown.

pub mod assignments;
pub mod binary_op;
pub mod builder;
pub mod call;
pub mod call_site;
pub mod chunk;
pub mod class_variables;
pub mod definite_failure;
pub mod flow;
pub mod inferred;
pub mod interpolation;
pub mod narrow;
pub mod subscript;
pub mod variable;

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_eval::{ErrorLocation, Issue};
use puppet_hir::model::{Body, ChunkIndex, ExprId};
use smol_str::SmolStr;

use crate::functions::item_signature::signature;
use crate::index::item_tree::{Item, body};
use crate::resolve::resolver::NameResolver;

use crate::infer::builder::InferenceBuilder;
pub use crate::infer::builder::declared_type;
pub use crate::infer::call_site::{Argument, CallSiteArguments, infer_at_call_site};
use crate::infer::chunk::inference::ChunkInference;
pub use crate::infer::chunk::view::{ChunkView, chunk_bases};
pub use crate::infer::flow::branch_point::is_branch_point;
pub use crate::infer::flow::path_conditions::source_of;
pub use crate::infer::flow::reaching_definitions::ReachingDefinition;
pub use crate::infer::flow::reaching_definitions::{interpolated_exprs, is_literal};
pub use crate::infer::inferred::Inferred;
pub use crate::infer::narrow::predicates::{choice_of, may_be, may_differ, may_equal};
pub use assignments::{Assignments, Lacking, assignments_at_end};
pub use call::LambdaArguments;
pub use call::lambda_type;
pub use puppet_hir::Call;
pub use variable::RESERVED;

/// The inference of a body.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Inference {
    /// One for each chunk of the body, one for all of it, or those of some chunks.
    parts: Box<[Arc<ChunkInference>]>,
    /// The index of the chunk of an expression, if all chunks are here.
    chunks: Option<ChunkIndex>,
    failures: Box<[Failure]>,
    absent: Box<[ExprId]>,
    possible: Box<[MaybeUndefAccess]>,
    matches: Box<[MatchCoverage]>,
}

/// A variable that is read where only some of the branches before have assigned it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MaybeUndefAccess {
    /// The variable.
    pub expr: ExprId,
    /// What one of the branches, which leads here in any case, assigns instead, and where: nearly the same name.
    pub instead: Option<(SmolStr, ExprId)>,
}

/// How the options of a `case` or selector cover what is tested.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MatchCoverage {
    /// The `case` or selector.
    pub expr: ExprId,
    /// What is tested.
    pub test: ExprId,
    /// What may be left that no option matches; none where everything matches, or there is a default.
    pub rest: Option<Inferred>,
    /// The options that never match: because of the type of what is tested, or of the options before.
    pub never: Box<[ExprId]>,
}

/// An operation that fails whenever it is evaluated.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Failure {
    /// The operation.
    pub expr: ExprId,
    /// Which part of it is to blame.
    pub blame: ErrorLocation,
    /// Puppet's issue.
    pub issue: Issue,
    /// Puppet's message.
    pub message: String,
}

impl Inference {
    /// The inference of one walk over the whole body.
    fn of(whole: ChunkInference) -> Self {
        Self::joined(vec![Arc::new(whole)], None)
    }

    fn joined(parts: Vec<Arc<ChunkInference>>, chunks: Option<ChunkIndex>) -> Self {
        Self {
            failures: parts.iter().flat_map(|it| it.failures.clone()).collect(),
            absent: parts.iter().flat_map(|it| it.absent.clone()).collect(),
            possible: parts.iter().flat_map(|it| it.possible.clone()).collect(),
            matches: parts.iter().flat_map(|it| it.matches.clone()).collect(),
            parts: parts.into(),
            chunks,
        }
    }

    /// The inference of some chunks, with the failures of one of them.
    fn of_view(of: &ChunkInference, parts: Vec<Arc<ChunkInference>>) -> Self {
        Self {
            failures: of.failures.clone(),
            absent: of.absent.clone(),
            possible: of.possible.clone(),
            matches: of.matches.clone(),
            parts: parts.into(),
            chunks: None,
        }
    }

    fn part(&self, expr: ExprId) -> Option<&ChunkInference> {
        let number = match &self.chunks {
            Some(chunks) => chunks.chunk_of(expr)?,
            None => {
                let starts_before = |part: &Arc<ChunkInference>| part.base <= expr.index();
                self.parts.partition_point(starts_before).checked_sub(1)?
            }
        };
        self.parts.get(number).map(|part| &**part)
    }

    /// What is known about an expression.
    #[must_use]
    pub fn known(&self, expr: ExprId) -> &Inferred {
        const UNKNOWN: &Inferred = &Inferred::UNKNOWN;
        let part = self.part(expr);
        part.and_then(|part| part.known(expr)).unwrap_or(UNKNOWN)
    }

    /// Whether an expression stands in a branch that is never taken.
    #[must_use]
    pub fn is_unreachable(&self, expr: ExprId) -> bool {
        self.part(expr).is_some_and(|it| it.is_unreachable(expr))
    }

    /// Whether an expression is evaluated whenever the body is; known for bodies of definitions that get given values.
    #[must_use]
    pub fn is_certain(&self, expr: ExprId) -> bool {
        self.part(expr).is_some_and(|it| it.is_certain(expr))
    }

    /// Whether an access finds an entry that a test has told to be there.
    #[must_use]
    pub fn is_present(&self, access: ExprId) -> bool {
        self.part(access)
            .is_some_and(|it| it.present.contains(&access))
    }

    /// The variables that are read where nothing in the body has assigned them, in the order of the source.
    #[must_use]
    pub fn absent(&self) -> &[ExprId] {
        &self.absent
    }

    /// What a function hands to a lambda, as far as that is known.
    #[must_use]
    pub fn lambda_arguments(&self, lambda: ExprId) -> Option<&LambdaArguments> {
        self.part(lambda)?.passed.get(&lambda)
    }

    /// The variables that are read where only some of the branches before have assigned them.
    #[must_use]
    pub fn possible(&self) -> &[MaybeUndefAccess] {
        &self.possible
    }

    /// The `case` expressions and selectors of which something is known about what matches.
    #[must_use]
    pub fn matches(&self) -> &[MatchCoverage] {
        &self.matches
    }

    /// What the value of an expression is after some of the branches before, where such a branch leads here in any
    /// case: whatever fails for one of them fails whenever its origin is evaluated.
    #[must_use]
    pub fn choices(&self, expr: ExprId) -> &[ReachingDefinition] {
        let choices = self.part(expr).and_then(|it| it.choices.get(&expr));
        choices.map_or(&[], |choices| choices)
    }

    /// Where a variable that is read was assigned before, if several branches do it, or only some; for one that is assigned
    /// again, where it was assigned first.
    #[must_use]
    pub fn assignments(&self, expr: ExprId) -> Option<&Assignments> {
        let assignments = self.part(expr)?.assignments.get(&expr)?;
        Some(assignments)
    }

    /// Where a wrong value would be fixed: at the expression, or at the literal that a variable holds which is read
    /// only here.
    #[must_use]
    pub fn origin(&self, expr: ExprId) -> ExprId {
        match self.choices(expr) {
            [only] if only.known == *self.known(expr) => only.origin,
            _ => expr,
        }
    }

    /// The operations that always fail, in the order of the source; none in branches that are never taken.
    #[must_use]
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }
}

/// A body with at least so many chunks is inferred chunk by chunk, where edits are to come.
const LONG: usize = 24;

/// So is one with fewer chunks, if they are not too few for so many expressions: what a wrong brace tears off a long body,
/// or a few large conditions.
const FEW: usize = 6;
const MANY: usize = 1500;

/// Whether a body is inferred and checked chunk by chunk.
pub fn is_long(body: &Body) -> bool {
    let chunks = body.chunks().len();
    chunks >= LONG || (chunks >= FEW && body.len() >= MANY)
}

/// What is known about the expressions of a definition's body, or of a file's own statements.
#[salsa::tracked(lru = 256)]
pub fn infer(db: &dyn Db, environment: Environment, item: Item) -> Inference {
    let by_chunks = db.recent_parses().is_some() && is_long(&body(db, item));
    let inference = by_chunks.then(|| chunk::query::infer(db, environment, item));
    if let Some(inference) = inference.flatten() {
        return inference;
    }
    infer_within(db, environment, item, CallDepth::Everything)
}

/// What the inference of a body may ask of functions that are called in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CallDepth {
    /// Nothing but what Puppet's own functions do: signatures are made of this.
    Nothing,
    /// What functions declare.
    Declarations,
    /// What functions of the Puppet language give that declare nothing, too.
    Everything,
}

fn infer_within(db: &dyn Db, environment: Environment, item: Item, reach: CallDepth) -> Inference {
    let body = body(db, item);
    let names = NameResolver::new(db, environment, item.file);
    Inference::of(walk_of(&names, &body, item, reach).finish())
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
    for entry in body.entries() {
        walk.run(entry);
    }
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
pub(crate) struct Evaluator<'a> {
    walk: InferenceBuilder<'a>,
}

impl<'a> Evaluator<'a> {
    /// For the expressions of a body. A body with many of them needs one evaluator only.
    pub(crate) fn new(names: &'a NameResolver<'a>, body: &'a Body) -> Self {
        let walk = InferenceBuilder::new(names, body, CallDepth::Nothing);
        Self { walk }
    }

    /// The value of one of them: what others do has no effect on it.
    pub(crate) fn evaluate(&mut self, expr: ExprId) -> Inferred {
        self.walk.run(expr);
        let known = self.walk.known(expr).clone();
        self.walk.forget();
        known
    }
}
