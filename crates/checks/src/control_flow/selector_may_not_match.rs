//! Selectors without a match for a value that their control expression can have.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::ExprId;

use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// A selector has no match for a value of its control expression.
    pub SELECTOR_MAY_NOT_MATCH = { code: "C403", name: "selector-may-not-match", level: Error, fix: Unsafe }
}

/// A selector that leaves out these values of what it tests.
pub(crate) fn diagnostic(test: ExprId, values: &str) -> BodyDiagnostic {
    let message = format!(
        "Selector has no match for {values} and no default: evaluation fails if the value is {values}"
    );
    BodyDiagnostic::new(&SELECTOR_MAY_NOT_MATCH, Anchor::Expr(test), message)
        .with_severity(Severity::Warning)
        .with_help("Add an entry for it, or a default")
}
