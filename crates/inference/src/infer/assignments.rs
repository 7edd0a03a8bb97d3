//! Assignments of a variable before a position, and the branches that do not assign it.

use std::sync::Arc;

use puppet_hir::model::ExprId;

use crate::infer::flow::path_conditions::BranchRoot;

/// No more assignments of one variable are kept, and no more branches without one.
pub(super) const MAX_KEPT: usize = 32;

/// The assignments that a value may come from, and the branches without one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Assignments {
    /// The variables on the left sides, in the order of the source.
    pub targets: Vec<ExprId>,
    /// The branches that end without an assignment.
    pub lacking: Vec<Lacking>,
}

/// A branch that does not assign a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lacking {
    /// A branch with this root.
    Branch(ExprId),
    /// A conditional has no branch for some cases, or an empty one.
    Rest(ExprId),
}

impl Assignments {
    /// Those before any branch, at one place.
    pub(super) fn new(target: ExprId) -> Self {
        Self {
            targets: vec![target],
            lacking: Vec::new(),
        }
    }

    /// Adds those of a branch in which the variable certainly exists, or possibly.
    pub(super) fn add(&mut self, other: &Self, is_certain: bool) {
        for target in &other.targets {
            if self.targets.len() < MAX_KEPT && !self.targets.contains(target) {
                self.targets.push(*target);
            }
        }
        if !is_certain {
            other.lacking.iter().for_each(|it| self.lack(*it));
        }
    }

    pub(super) fn lack(&mut self, lacking: Lacking) {
        if self.lacking.len() < MAX_KEPT && !self.lacking.contains(&lacking) {
            self.lacking.push(lacking);
        }
    }

    /// Whether they say more than one assignment does.
    fn is_of_branches(&self) -> bool {
        self.targets.len() > 1 || !self.lacking.is_empty()
    }
}

impl Lacking {
    /// The branch of a conditional; without one, the cases that the conditional leaves out.
    pub(super) fn new(branch: Option<BranchRoot>, branch_point: ExprId) -> Self {
        branch.map_or(Self::Rest(branch_point), |(_, root)| Self::Branch(root))
    }
}

/// The assignments that are kept of a variable.
pub(super) type Kept = Arc<Assignments>;

/// Those that are of interest where a variable is read.
pub(super) fn from_branches(kept: Option<&Kept>) -> Option<Kept> {
    kept.filter(|it| it.is_of_branches()).cloned()
}
