//! Reaching definitions: the values that a variable was assigned in each of several branches.
//!
//! After branches are joined, a variable is one of several values, and a use that one of them does not fit may succeed
//! by another. But whenever the branch of the wrong one is taken, the use fails: it is that value which is wrong. This
//! holds if the use is reached from the branch in any case.
//!
//! Only assignments in blocks count. The arms of a selector are alternatives that the author saw side by side.

use std::sync::Arc;

use puppet_hir::model::{Body, Expr, ExprId};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::infer::builder::InferenceBuilder;
use crate::infer::flow::branch_point::is_branch_point;
use crate::infer::flow::environment::ProgramPoint;
use crate::infer::inferred::Inferred;
use crate::infer::interpolation;

/// So many are kept of one variable.
const MAX_CHOICES: usize = 12;

/// One of the values that an expression may have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReachingDefinition {
    /// What is known of it.
    pub known: Inferred,
    /// The expression that it comes from.
    pub origin: ExprId,
    /// The number of the branch in which that is evaluated.
    branch: usize,
    /// How many early ends were passed before it.
    ends: usize,
    /// Whether it is written as a value.
    is_literal: bool,
    /// What is written in it, if it is a text with more than that.
    written: Option<SmolStr>,
}

/// The values that a variable may have.
pub(crate) type Choices = Arc<[ReachingDefinition]>;

/// All of the choices that some branches have.
pub(crate) fn join<'a>(all: impl Iterator<Item = &'a ReachingDefinition>) -> Option<Choices> {
    let all: Vec<ReachingDefinition> = all.take(MAX_CHOICES).cloned().collect();
    (!all.is_empty()).then(|| all.into())
}

/// The expressions that become parts of texts.
pub fn interpolated_exprs(body: &Body) -> FxHashSet<ExprId> {
    let texts = body.exprs().filter_map(|(_, expr)| match expr {
        Expr::Text(inner) => Some(*inner),
        _ => None,
    });
    texts.collect()
}

/// How often each variable of a body is read; in texts, any value will do.
pub(crate) fn count_reads(body: &Body) -> FxHashMap<&str, u32> {
    let mut reads = FxHashMap::default();
    let chunks = body.chunks().iter();
    for (name, count) in chunks.flat_map(|chunk| &chunk.mentions().variables) {
        *reads.entry(name.as_str()).or_default() += count;
    }
    reads
}

impl InferenceBuilder<'_> {
    /// The choices of a value that is assigned: those of the variable that it is, or the value itself.
    pub(crate) fn choices_of(&self, id: ExprId) -> Option<Choices> {
        let id = self.body.without_parentheses(id);
        if let Some(choices) = self.choices.get(&id) {
            return Some(choices.clone());
        }
        let known = self.known(id);
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
            // A literal that is read once is what is wrong, if its use is.
            [only] if self.is_within(here, only.branch) => {
                let is_plain = only.is_literal && self.is_read_once(name);
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

/// Whether an expression is written as a value; the elements of an array or a hash may be anything.
pub fn is_literal(body: &Body, id: ExprId) -> bool {
    if matches!(body.expr(id), Expr::LiteralList(_) | Expr::LiteralHash(_)) {
        return true;
    }
    body.preorder(id).all(|step| {
        let (puppet_hir::model::Step::Enter(id) | puppet_hir::model::Step::Leave(id)) = step;
        matches!(
            body.expr(id),
            Expr::LiteralUndef
                | Expr::LiteralBoolean(_)
                | Expr::LiteralInteger { .. }
                | Expr::LiteralFloat(_)
                | Expr::LiteralString(_)
                | Expr::QualifiedName(_)
                | Expr::UnaryMinus(_)
        )
    })
}
