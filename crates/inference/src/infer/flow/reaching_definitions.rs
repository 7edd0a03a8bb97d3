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

use puppet_types::inferred::Inferred;

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
    pub(super) branch: usize,
    /// How many early ends were passed before it.
    pub(super) ends: usize,
    /// Whether it is written as a value.
    pub(super) is_literal: bool,
    /// What is written in it, if it is a text with more than that.
    pub(super) written: Option<SmolStr>,
}

impl ReachingDefinition {
    /// Whether it is a text of which only a part is known.
    #[must_use]
    pub fn is_partly_written(&self) -> bool {
        self.written.is_some() && self.known.value().is_none()
    }
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
