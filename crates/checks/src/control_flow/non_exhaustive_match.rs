//! `case` expressions without an option for a value that their control expression can have.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::ExprId;

use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// A case has no option for a value that its control expression can have.
    pub NON_EXHAUSTIVE_MATCH = {
        code: "T214", name: "non-exhaustive-match",
        levels: [Off, Hint, Error], fix: Safe, puppet_lint: ["case_without_default"],
    }
}

/// A `case` that leaves out these values of what it tests.
pub(crate) fn diagnostic(test: ExprId, values: &str) -> BodyDiagnostic {
    let message = format!("Case has no option for {values} and no default");
    BodyDiagnostic::new(&NON_EXHAUSTIVE_MATCH, Anchor::Expr(test), message)
        .with_help("Add an option for it, or a default")
}
