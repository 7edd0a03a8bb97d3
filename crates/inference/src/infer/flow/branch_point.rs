//! Expressions that evaluate some of their parts only: narrowing in each branch, and after them.

use puppet_hir::model::{Expr, ExprId};

use crate::infer::flow::environment::{EnvDelta, EnvSnapshot};
use crate::infer::flow::path_conditions::{self, MAX_CONDITIONS, PathConditions};
use puppet_types::inferred::Inferred;

/// An expression whose parts are not all evaluated, while it is walked.
#[derive(Clone)]
pub(crate) struct BranchPoint {
    pub(crate) expr: ExprId,
    /// The branches that were walked and may be taken to their end: what they assign, and what they evaluate to.
    pub(super) taken: Vec<(EnvDelta, Inferred)>,
    /// The branch that is walked now.
    pub(super) current: Option<CurrentBranch>,
    /// A branch that is always taken was met: those after it never are.
    pub(super) decided: bool,
    /// Some branch that may be taken ends before its end: by `fail`, `return` or another call that does not return.
    pub(super) has_ended: bool,
    /// The path conditions of what ends early in its branches, as seen from outside of it.
    pub(super) ended: PathConditions,
    /// For `case` and selectors: what may still be tested when the options so far did not match.
    pub(super) rest: Option<Option<Inferred>>,
    /// For `case` and selectors: the options that cannot match because of the type, or those before.
    pub(super) never: Vec<ExprId>,
    /// For `case` and selectors: how many options were passed.
    pub(super) passed: usize,
    /// For `case true` and selectors on `true`: the options so far that are conditions, with the truth that each has
    /// where it does not match.
    pub(super) refuted: Vec<(ExprId, bool)>,
    /// For a lambda: where its own variables start.
    pub(crate) scope: Option<EnvSnapshot>,
}

impl BranchPoint {
    pub(crate) fn new(expr: ExprId, scope: Option<EnvSnapshot>) -> Self {
        Self {
            expr,
            taken: Vec::new(),
            current: None,
            decided: false,
            has_ended: false,
            ended: PathConditions::new(),
            rest: None,
            never: Vec::new(),
            passed: 0,
            refuted: Vec::new(),
            scope,
        }
    }

    /// The branch that is walked now.
    pub(crate) fn branch(&self) -> Option<path_conditions::BranchRoot> {
        let branch = self.current.as_ref()?;
        Some((self.expr, branch.root))
    }

    /// The path conditions, within the branch that is walked now, of what ended early in it.
    pub(crate) fn ended(&self) -> impl Iterator<Item = &Vec<path_conditions::BranchRoot>> {
        self.current.iter().flat_map(|branch| &branch.ended)
    }

    /// The number of the branch that is walked now.
    pub(crate) fn number(&self) -> Option<usize> {
        self.current.as_ref().map(|branch| branch.number)
    }
}

/// A branch that is walked now.
#[derive(Clone)]
pub(super) struct CurrentBranch {
    pub(super) root: ExprId,
    /// All branches of a body are numbered; the body itself is 0.
    pub(super) number: usize,
    pub(super) mark: EnvSnapshot,
    pub(super) is_dead: bool,
    /// It may be taken, but need not be.
    pub(super) is_uncertain: bool,
    /// A `fail`, `return` or another call that does not return was passed.
    pub(super) has_ended: bool,
    /// The path conditions of what ends early in branches within it.
    pub(super) ended: PathConditions,
}

/// Adds conditions as far as they are kept.
pub(super) fn add_bounded(kept: &mut PathConditions, conditions: PathConditions) {
    let free = MAX_CONDITIONS.saturating_sub(kept.len());
    kept.extend(conditions.into_iter().take(free));
}

/// Whether parts of an expression are evaluated in some cases only.
pub fn is_branch_point(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::If { .. }
            | Expr::Unless { .. }
            | Expr::And { .. }
            | Expr::Or { .. }
            | Expr::Case { .. }
            | Expr::Selector { .. }
    )
}
