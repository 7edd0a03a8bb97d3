//! Accesses to elements of what may be undef: an optional key of a Struct, an element that a Hash need not have.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::Type;

use puppet_inference::body_context::Context;
use puppet_inference::infer::may_be;
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::fit::Refused;

declare_rule! {
    /// An element is accessed in a value that may be undef.
    pub POSSIBLY_UNDEF_ACCESS = {
        code: "T211", name: "possibly-undef-access",
        levels: [Off, Off, Warning], fix: Unsafe,
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        let Expr::Access { left, .. } = it.expr else {
            continue;
        };
        let left = context.body.without_parentheses(*left);
        let expectation = Expectation::new(Some(&Type::NotUndef(None)), "operator '[]'".to_owned())
            .wanted("a value");
        let rule = &POSSIBLY_UNDEF_ACCESS;
        out.extend(match context.body.expr(left) {
            Expr::Access { .. } => check_nested(context, left, &expectation),
            _ => possible::diagnostic(context, rule, left, &expectation),
        });
    }
}

/// `$h['a']['b']`: what is accessed is an element itself.
fn check_nested(
    context: &Context<'_>,
    left: ExprId,
    expectation: &Expectation<'_>,
) -> Option<BodyDiagnostic> {
    if possible::is_present(context, left) {
        return None;
    }
    let known = context.inference.result(left);
    let is_possible = match known {
        Inferred::Type(Type::Unknown | Type::Any | Type::Undef) | Inferred::Value(_) => false,
        Inferred::Type(_) => may_be(&context.names, known, &Type::Undef),
    };
    if !is_possible {
        return None;
    }
    let rule = &POSSIBLY_UNDEF_ACCESS;
    let undef = Refused::members(vec![Type::Undef]);
    let diagnostic = possible::members_diagnostic(context, rule, left, undef, expectation);
    let diagnostic = diagnostic.unwrap_or_else(|| {
        let label = possible::label(context, left);
        let message = format!("{label} may be undef here, and operator '[]' does not accept it");
        BodyDiagnostic::new(rule, Anchor::Expr(left), message)
    });
    Some(diagnostic.with_help("Test the value first, or use `dig` or `get`"))
}
