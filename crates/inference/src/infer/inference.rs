//! The results of inference: the type of each expression of a body, and the failures in it.

use std::sync::Arc;

use puppet_eval::{ErrorLocation, Issue};
use puppet_hir::model::{ChunkIndex, ExprId};
use smol_str::SmolStr;

use crate::infer::assignments::Assignments;
use crate::infer::call::lambda_frame::LambdaArguments;
use crate::infer::dig_call::RefusedStep;
use crate::infer::flow::reaching_definitions::ReachingDefinition;
use crate::infer::incremental::chunk_inference::ChunkInference;
use puppet_types::inferred::Inferred;

/// The inference of a body.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Inference {
    /// One for each chunk of the body, one for all of it, or those of some chunks.
    pub(super) parts: Box<[Arc<ChunkInference>]>,
    /// The index of the chunk of an expression, if all chunks are here.
    pub(super) chunks: Option<ChunkIndex>,
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
    pub(super) fn new(whole: ChunkInference) -> Self {
        Self::join(vec![Arc::new(whole)], None)
    }

    pub(super) fn join(parts: Vec<Arc<ChunkInference>>, chunks: Option<ChunkIndex>) -> Self {
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
    pub(super) fn view(of: &ChunkInference, parts: Vec<Arc<ChunkInference>>) -> Self {
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
    pub fn result(&self, expr: ExprId) -> &Inferred {
        const UNKNOWN: &Inferred = &Inferred::UNKNOWN;
        let part = self.part(expr);
        part.and_then(|part| part.result(expr)).unwrap_or(UNKNOWN)
    }

    /// Whether an expression stands in a branch that is never taken.
    #[must_use]
    pub fn is_unreachable(&self, expr: ExprId) -> bool {
        self.part(expr).is_some_and(|it| it.is_unreachable(expr))
    }

    /// Whether it is known which expressions are evaluated whenever the body is: for bodies of definitions that get
    /// given values.
    #[must_use]
    pub fn has_certain(&self) -> bool {
        self.parts.iter().any(|part| part.has_certain())
    }

    /// Whether an expression is evaluated whenever the body is, if that is known.
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

    /// What a call of `dig`, `get` or `getvar` cannot look into, of what it may meet.
    #[must_use]
    pub fn refused_step(&self, call: ExprId) -> Option<&RefusedStep> {
        self.part(call)?.refused_steps.get(&call)
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
            [only] if only.known == *self.result(expr) && !only.is_partly_written() => only.origin,
            _ => expr,
        }
    }

    /// The operations that always fail, in the order of the source; none in branches that are never taken.
    #[must_use]
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }
}
