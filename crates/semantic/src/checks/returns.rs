//! What a function returns against the type that it declares.

use puppet_diagnostics::rules;
use puppet_hir::model::{Definition, Expr, ExprId};

use super::bodies::Context;
use crate::finding::{Anchor, Finding};
use crate::mismatch::mismatch;
use crate::signature::signature;

pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    let (Definition::Function {
        return_type, name, ..
    }
    | Definition::Plan {
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
    // A function that returns or fails before its end says nothing with its last statement.
    if may_leave_early(context) {
        return;
    }
    let subject = format!("value returned from {name}");
    if let Some(message) = mismatch(
        &context.names,
        &format!("{subject} has wrong type,"),
        expected,
        context.inference.known(last),
    ) {
        out.push(
            Finding::new(&rules::RETURN_TYPE_MISMATCH, Anchor::Expr(last), message).with_related(
                context.item,
                Anchor::Expr(*declared),
                "the type is declared here",
            ),
        );
    }
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

fn may_leave_early(context: &Context<'_>) -> bool {
    context.body.exprs().any(|(_, expr)| match expr {
        Expr::CallNamedFunction { functor, .. } => {
            matches!(context.body.expr(*functor), Expr::QualifiedName(name) if ["return", "fail", "break", "next"].contains(&&**name))
        }
        _ => false,
    })
}
