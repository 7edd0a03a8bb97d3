//! The result of a function against the type that it declares.

use puppet_diagnostics::{Certainty, declare_rule};
use puppet_hir::model::{BodyOwner, Expr, ExprId};

use puppet_inference::body_context::Context;
use puppet_inference::functions::item_signature::signature;
use puppet_inference::infer::Call;
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::types::mismatch::mismatch;

declare_rule! {
    /// A function returns a value that is not of its declared type.
    pub RETURN_TYPE_MISMATCH = { code: "T216", name: "return-type-mismatch", level: Error, fix: Unsafe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let (BodyOwner::Function {
        return_type, name, ..
    }
    | BodyOwner::Plan {
        return_type, name, ..
    }) = context.body.definition()
    else {
        return;
    };
    let Some(declared) = return_type else { return };
    let Some(expected) = &signature(context.db, context.environment(), context.item).returns else {
        return;
    };
    let Some(last) = context
        .body
        .root()
        .map(|root| last_statement(context, root))
    else {
        return;
    };
    let mismatched = |at: ExprId| {
        let subject = format!("value returned from {name} has wrong type,");
        let known = context.inference.result(at);
        let Some(message) = mismatch(&context.names, &subject, expected, known) else {
            let expectation = Expectation {
                declared_at: Some((context.item, Anchor::Expr(*declared))),
                ..Expectation::new(Some(expected), format!("the declared result of {name}"))
            };
            return possible::diagnostic(context, &RETURN_TYPE_MISMATCH, at, &expectation);
        };
        let diagnostic = BodyDiagnostic::new(&RETURN_TYPE_MISMATCH, Anchor::Expr(at), message);
        let declared = Anchor::Expr(*declared);
        Some(diagnostic.with_related((context.item, declared), "Type is declared here"))
    };
    let is_reached = |at: &ExprId| !context.inference.is_unreachable(*at);
    // Each branch that it may end with is a place of its own; what they have in common is at the whole.
    let branches: Vec<BodyDiagnostic> = ends(context, last)
        .into_iter()
        .filter(is_reached)
        .filter_map(mismatched)
        .collect();
    if branches.is_empty() {
        out.extend(Some(last).filter(is_reached).and_then(mismatched));
    }
    out.extend(branches);
    let returned = context.reachable().filter_map(|it| {
        let call =
            Call::from_expr(context.body, it.id).filter(|call| call.name == Some("return"))?;
        call.arguments.first().copied()
    });
    out.extend(returned.filter_map(mismatched).map(unchecked));
}

/// A mismatch of what is given to `return`: it leaves the function without the check of its result.
///
/// Source: `Puppet::Pops::Evaluator::Closure`, where the block that catches `return` is around the check.
fn unchecked(mismatch: BodyDiagnostic) -> BodyDiagnostic {
    match mismatch.certainty {
        Certainty::Certain => mismatch
            .with_certainty(Certainty::Likely)
            .with_help("Puppet does not check what `return` gives: the caller gets this value"),
        _ => mismatch,
    }
}

/// The last expressions of the blocks with which a statement may end.
fn ends(context: &Context<'_>, last: ExprId) -> Vec<ExprId> {
    let mut open = vec![last];
    let mut ends = Vec::new();
    while let Some(expr) = open.pop() {
        match context.body.expr(expr) {
            Expr::Block(statements) => open.extend(statements.last()),
            Expr::If {
                then, otherwise, ..
            }
            | Expr::Unless {
                then, otherwise, ..
            } => open.extend(then.iter().chain(otherwise)),
            Expr::Case { options, .. } => {
                open.extend(options.iter().filter_map(|option| option.then));
            }
            // No block at all, or one that calls something that never returns.
            Expr::Nop | Expr::CallNamedFunction { .. } => {}
            _ if expr != last => ends.push(expr),
            _ => {}
        }
    }
    ends
}

fn last_statement(context: &Context<'_>, root: ExprId) -> ExprId {
    let mut last = root;
    while let Expr::Block(statements) = context.body.expr(last)
        && let Some(statement) = statements.last()
    {
        last = *statement;
    }
    last
}
