//! S016 invalid-query: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::ExprId;
use puppet_hir::validate::IssueCode;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// The query or the type of a collector is not valid.
    pub INVALID_QUERY = { code: "S016", name: "invalid-query", level: Error }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `resources.rs`.
pub const ISSUES: &[IssueCode] = &[IssueCode::IllegalQueryExpression];

/// A collector of classes: `Class <| |>`.
pub fn class_query(at: ExprId) -> BodyDiagnostic {
    let message = "Classes cannot be collected";
    BodyDiagnostic::new(&INVALID_QUERY, Anchor::Expr(at), message)
}
