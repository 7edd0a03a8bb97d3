//! What was found out about a piece of a body: one chunk of it, or all of it.

use puppet_hir::model::ExprId;
use rustc_hash::FxHashMap;

use super::assignments::Kept;
use super::choice::Choices;
use super::known::Inferred;
use super::{Failure, LambdaArguments, MatchCoverage, MaybeUndefAccess};

/// The results of one walk.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct ChunkInference {
    /// The first of the ids that were walked.
    pub(super) base: usize,
    pub(super) exprs: Box<[Inferred]>,
    pub(super) unreachable: Box<[bool]>,
    pub(super) certain: Box<[bool]>,
    pub(super) failures: Box<[Failure]>,
    pub(super) absent: Box<[ExprId]>,
    pub(super) possible: Box<[MaybeUndefAccess]>,
    pub(super) matches: Box<[MatchCoverage]>,
    pub(super) choices: FxHashMap<ExprId, Choices>,
    pub(super) assignments: FxHashMap<ExprId, Kept>,
    pub(super) passed: FxHashMap<ExprId, LambdaArguments>,
}

impl ChunkInference {
    pub(super) fn known(&self, expr: ExprId) -> Option<&Inferred> {
        self.exprs.get(expr.index().checked_sub(self.base)?)
    }

    pub(super) fn is_unreachable(&self, expr: ExprId) -> bool {
        self.is(&self.unreachable, expr)
    }

    pub(super) fn is_certain(&self, expr: ExprId) -> bool {
        self.is(&self.certain, expr)
    }

    fn is(&self, flags: &[bool], expr: ExprId) -> bool {
        let index = expr.index().checked_sub(self.base);
        index.and_then(|index| flags.get(index)) == Some(&true)
    }
}
