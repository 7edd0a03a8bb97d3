//! Tests that are always true, or always false, for values of a type.

use puppet_diagnostics::{Subject, declare_rule};
use puppet_hir::model::ExprId;
use puppet_types::{Type, Value};

use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::{type_label, value_label};

declare_rule! {
    /// A test is always true for values of this type.
    pub REDUNDANT_TEST = {
        code: "T213", name: "redundant-test",
        levels: [Off, Hint, Hint], fix: Unsafe,
        help: "Remove the test, or widen the declared type",
    }
}

/// A test for undef or the empty string, which values of the type never are.
pub(crate) fn emptiness_test(id: ExprId, ty: &Type, value: &Value, always: bool) -> BodyDiagnostic {
    let never = match value {
        Value::Undef => "undef",
        _ => "an empty string",
    };
    diagnostic(id, always, &format!("{} is never {never}", value_label(ty)))
}

/// A test for a type that values of the type always have.
pub(crate) fn type_test(id: ExprId, ty: &Type, wanted: &Type, always: bool) -> BodyDiagnostic {
    let (label, wanted) = (value_label(ty), type_label(wanted));
    let reason = match label == format!("a value of type {wanted}") {
        true => format!("its type is {wanted}"),
        false => format!("{label} is always of type {wanted}"),
    };
    diagnostic(id, always, &reason)
}

fn diagnostic(id: ExprId, always: bool, reason: &str) -> BodyDiagnostic {
    let message = format!("Condition is always {always}: {reason}");
    BodyDiagnostic::new(&REDUNDANT_TEST, Anchor::Expr(id), message)
        .with_subject(Subject::Always(always))
}
