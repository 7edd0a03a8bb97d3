//! The choices that lead to where the walk is: assignments of branches that are certainly taken on the way.

use std::sync::Arc;

use puppet_hir::model::ExprId;
use smol_str::SmolStr;

use crate::infer::builder::InferenceBuilder;
use crate::infer::flow::branch_point::is_branch_point;
use crate::infer::flow::environment::ProgramPoint;
use crate::infer::flow::reaching_definitions::{Choices, ReachingDefinition, is_literal, join};
use crate::infer::interpolation;

impl InferenceBuilder<'_> {
    /// The choices of a value that is assigned: those of the variable that it is, or the value itself.
    pub(crate) fn choices_of(&self, id: ExprId) -> Option<Choices> {
        let id = self.body.without_parentheses(id);
        if let Some(choices) = self.choices.get(&id) {
            return Some(choices.clone());
        }
        let known = self.result(id);
        (!known.is_unknown() && !is_branch_point(self.body.expr(id))).then(|| {
            Arc::from([ReachingDefinition {
                known: known.clone(),
                origin: id,
                branch: self.branch(),
                ends: self.ends,
                is_literal: is_literal(self.body, id),
                written: interpolation::literal_text(self.body, id),
            }])
        })
    }

    /// The number of the innermost branch.
    pub(crate) fn branch(&self) -> usize {
        let mut branches = self.branch_points.iter().rev();
        branches
            .find_map(|branch_point| branch_point.number())
            .unwrap_or(0)
    }

    /// Where the walk is.
    pub(crate) fn point(&self) -> ProgramPoint {
        ProgramPoint {
            branch: self.branch(),
            ends: self.ends,
        }
    }

    /// Whether what is at a point certainly leads to where the walk is.
    pub(crate) fn leads_here(&self, point: ProgramPoint) -> bool {
        point.ends == self.ends && self.is_within(point.branch, self.branch())
    }

    /// Whether one branch is another one, or within it.
    fn is_within(&self, mut branch: usize, outer: usize) -> bool {
        while branch > outer {
            branch = self.parent_branch(branch);
        }
        branch == outer
    }

    /// What is written in the text that a variable certainly is here; `None` where several branches assign it.
    pub(crate) fn assigned_text(&self, name: &str) -> Option<&SmolStr> {
        let choices = self.scopes.choices(name)?;
        match &**choices {
            [only] if self.is_within(self.branch(), only.branch) => only.written.as_ref(),
            _ => None,
        }
    }

    /// Notes which of a variable's choices certainly lead to a place where it is read.
    pub(crate) fn note_choices(&mut self, expr: ExprId, name: &str) {
        let Some(choices) = self.scopes.choices(name) else {
            return;
        };
        let here = self.branch();
        let leads_here =
            |it: &&ReachingDefinition| it.ends == self.ends && self.is_within(it.branch, here);
        let choices = match &**choices {
            // A literal that is read once is what is wrong, if its use is. Of a text, what is written in it is known.
            [only] if self.is_within(here, only.branch) => {
                let is_plain =
                    only.is_literal && self.is_read_once(name) || only.is_partly_written();
                // In a branch, tests may have told more of it.
                let is_same = || only.branch == here || self.scopes.get(name) == Some(&only.known);
                (is_plain && only.ends == self.ends && is_same()).then(|| choices.clone())
            }
            several => join(several.iter().filter(leads_here)),
        };
        if let Some(choices) = choices {
            self.choices.insert(expr, choices);
        }
    }
}
