//! Accesses to elements of what may be undef: an optional key of a Struct, an element that a Hash need not have.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::Expr;
use puppet_types::Type;

use crate::types::possible::{self, Expectation};
use puppet_inference::body_context::Context;
use puppet_inference::infer::may_be;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_types::inferred::Inferred;

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
        if !matches!(context.body.expr(left), Expr::Access { .. }) {
            let expectation =
                Expectation::new(Some(&Type::NotUndef(None)), "operator '[]'".to_owned())
                    .wanted("a value");
            let rule = &POSSIBLY_UNDEF_ACCESS;
            out.extend(possible::diagnostic(context, rule, left, &expectation));
            continue;
        }
        if possible::is_present(context, left) {
            continue;
        }
        let known = context.inference.known(left);
        let is_possible = match known {
            Inferred::Type(Type::Unknown | Type::Any | Type::Undef) | Inferred::Value(_) => false,
            Inferred::Type(_) => may_be(&context.names, known, &Type::Undef),
        };
        if is_possible {
            let message = "Operator '[]' is applied to a value that may be undef";
            let diagnostic =
                BodyDiagnostic::new(&POSSIBLY_UNDEF_ACCESS, Anchor::Expr(left), message);
            out.push(diagnostic.with_help("Test the value first, or use `dig` or `get`"));
        }
    }
}
