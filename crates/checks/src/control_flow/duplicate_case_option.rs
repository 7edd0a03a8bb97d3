//! Options that equal one before them.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::ExprId;
use puppet_hir::validate::IssueCode;

use crate::runner::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::literal_label;

declare_rule! {
    /// A case or selector has the same option twice.
    pub DUPLICATE_CASE_OPTION = { code: "C401", name: "duplicate-case-option", level: Warning, fix: Unsafe }
}

/// The issues of Puppet's validation that this rule reports.
pub(crate) const ISSUES: &[IssueCode] = &[IssueCode::DuplicateDefault];

/// An option that equals one before it.
pub(crate) fn diagnostic(context: &Context<'_>, option: ExprId, first: ExprId) -> BodyDiagnostic {
    let message = message(context, option, first);
    BodyDiagnostic::new(&DUPLICATE_CASE_OPTION, Anchor::Expr(option), message).with_related(
        context.item,
        Anchor::Expr(first),
        "First option is here",
    )
}

fn message(context: &Context<'_>, option: ExprId, first: ExprId) -> String {
    let text = |id: ExprId| literal_label(context.inference.known(id).value()?);
    let option = text(option);
    match (option, text(first)) {
        (Some(option), Some(first)) if option != first => format!(
            "Duplicate option {option} (same as {first}, strings compare without case): never reached"
        ),
        (Some(option), _) => format!("Duplicate option {option}: never reached"),
        (None, _) => "Duplicate option: never reached".to_owned(),
    }
}
