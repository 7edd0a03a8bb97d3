//! The inferred facts of a chunk of a body, or of all of it.

use puppet_hir::model::ExprId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::infer::assignments::Kept;
use crate::infer::call::lambda_frame::LambdaArguments;
use crate::infer::dig_call::RefusedStep;
use crate::infer::flow::reaching_definitions::Choices;
use crate::infer::inference::{Failure, MatchCoverage, MaybeUndefAccess};
use puppet_types::inferred::Inferred;

/// The results of one walk.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ChunkInference {
    /// The first of the ids that were walked.
    pub(crate) base: usize,
    pub(crate) exprs: Box<[Inferred]>,
    pub(crate) unreachable: Box<[bool]>,
    pub(crate) certain: Box<[bool]>,
    pub(crate) failures: Box<[Failure]>,
    pub(crate) absent: Box<[ExprId]>,
    pub(crate) possible: Box<[MaybeUndefAccess]>,
    pub(crate) matches: Box<[MatchCoverage]>,
    pub(crate) choices: FxHashMap<ExprId, Choices>,
    pub(crate) assignments: FxHashMap<ExprId, Kept>,
    pub(crate) passed: FxHashMap<ExprId, LambdaArguments>,
    pub(crate) present: FxHashSet<ExprId>,
    pub(crate) refused_steps: FxHashMap<ExprId, RefusedStep>,
}

impl ChunkInference {
    pub(crate) fn result(&self, expr: ExprId) -> Option<&Inferred> {
        self.exprs.get(expr.index().checked_sub(self.base)?)
    }

    pub(crate) fn is_unreachable(&self, expr: ExprId) -> bool {
        self.is(&self.unreachable, expr)
    }

    pub(crate) fn has_certain(&self) -> bool {
        !self.certain.is_empty()
    }

    pub(crate) fn is_certain(&self, expr: ExprId) -> bool {
        self.is(&self.certain, expr)
    }

    fn is(&self, flags: &[bool], expr: ExprId) -> bool {
        let index = expr.index().checked_sub(self.base);
        index.and_then(|index| flags.get(index)) == Some(&true)
    }
}
