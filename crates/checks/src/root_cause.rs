//! One cause, one diagnostic: a variable that is assigned a literal, and is wrong wherever it is read.

use puppet_diagnostics::Severity;
use puppet_hir::model::{Body, Expr, ExprId};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use puppet_inference::body_context::Context;
use puppet_inference::infer::{interpolated_exprs, is_literal};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

/// Moves the errors at all reads of a variable to the literal that it is assigned, as one.
pub fn merge(context: &Context<'_>, diagnostics: &mut Vec<BodyDiagnostic>) {
    let mut wrong: FxHashMap<&SmolStr, FxHashSet<ExprId>> = FxHashMap::default();
    for diagnostic in diagnostics.iter() {
        if let Some((name, at)) = wrong_read(context.body, diagnostic) {
            wrong.entry(name).or_default().insert(at);
        }
    }
    wrong.retain(|_, reads| reads.len() > 1);
    if wrong.is_empty() {
        return;
    }
    let reads = reads(context.body, &wrong);
    for (name, wrong) in wrong {
        if reads.get(name).is_some_and(|reads| *reads == wrong)
            && let Some(literal) = only_literal(context.body, name)
            && wrong
                .iter()
                .all(|read| has_value_of(context, *read, literal))
        {
            merge_at(context, diagnostics, &wrong, literal);
        }
    }
}

/// Whether a variable is known to be what it was assigned where it is read: it was assigned before.
fn has_value_of(context: &Context<'_>, read: ExprId, literal: ExprId) -> bool {
    let known = context.inference.result(read);
    !known.is_unknown() && known == context.inference.result(literal)
}

/// The variable that an error is about, and the place where it is read.
fn wrong_read<'a>(body: &'a Body, diagnostic: &BodyDiagnostic) -> Option<(&'a SmolStr, ExprId)> {
    let Anchor::Expr(at) = diagnostic.place.anchor else {
        return None;
    };
    let name = body.variable_name(at)?;
    (diagnostic.severity == Severity::Error).then_some((name, at))
}

/// Where each of some variables is read; in texts, any value will do.
fn reads<'a>(
    body: &'a Body,
    of: &FxHashMap<&SmolStr, FxHashSet<ExprId>>,
) -> FxHashMap<&'a SmolStr, FxHashSet<ExprId>> {
    let in_texts = interpolated_exprs(body);
    let mut reads: FxHashMap<&SmolStr, FxHashSet<ExprId>> = FxHashMap::default();
    for (id, _) in body.exprs() {
        if let Some(name) = body.variable_name(id)
            && of.contains_key(name)
            && !in_texts.contains(&id)
        {
            reads.entry(name).or_default().insert(id);
        }
    }
    for (_, expr) in body.exprs() {
        if let Expr::Assignment { left, .. } = expr
            && let Some(name) = body.variable_name(*left)
            && let Some(reads) = reads.get_mut(name)
        {
            reads.remove(left);
        }
    }
    reads
}

/// The literal that is all that a variable is ever assigned.
fn only_literal(body: &Body, name: &SmolStr) -> Option<ExprId> {
    let is_parameter = |expr: &Expr| match expr {
        Expr::Lambda { parameters, .. } => parameters.iter().any(|it| it.name == *name),
        _ => false,
    };
    if body.parameters().iter().any(|it| it.name == *name)
        || body.exprs().any(|(_, expr)| is_parameter(expr))
    {
        return None;
    }
    let mut assigned = body.exprs().filter_map(|(_, expr)| match expr {
        Expr::Assignment { left, right, .. } if body.variable_name(*left) == Some(name) => {
            Some(*right)
        }
        _ => None,
    });
    let (Some(literal), None) = (assigned.next(), assigned.next()) else {
        return None;
    };
    is_literal(body, literal).then_some(literal)
}

fn merge_at(
    context: &Context<'_>,
    diagnostics: &mut Vec<BodyDiagnostic>,
    wrong: &FxHashSet<ExprId>,
    literal: ExprId,
) {
    let mut merged: Option<BodyDiagnostic> = None;
    diagnostics.retain(|diagnostic| {
        let at = wrong_read(context.body, diagnostic).map(|(_, at)| at);
        let Some(at) = at.filter(|at| wrong.contains(at)) else {
            return true;
        };
        let first = merged.take().unwrap_or_else(|| BodyDiagnostic {
            place: Anchor::Expr(literal).into(),
            fixes: Vec::new(),
            ..diagnostic.clone()
        });
        merged = Some(first.with_related((context.item, Anchor::Expr(at)), "Value is used here"));
        false
    });
    diagnostics.extend(merged);
}
