//! Strings as numbers.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_eval::Issue;
use puppet_hir::model::ExprId;

use puppet_inference::body_context::Context;
use puppet_inference::infer::Failure;
use puppet_semantic::target_versions::targets;

declare_rule! {
    /// A string is used as a number.
    pub IMPLICIT_NUMBER_COERCION = { code: "T205", name: "implicit-number-coercion", level: Error, fix: Safe }
}

/// How a string becomes a number.
pub(crate) const HELP: &str = "Use Integer(...) to convert the string";

/// Another severity than usual: Puppet 7 takes texts of numbers as numbers, and the text here is not known.
pub(crate) fn severity(
    context: &Context<'_>,
    failure: &Failure,
    blamed: ExprId,
) -> Option<Severity> {
    let may_be_coerced = failure.issue == Issue::NumericCoercion
        && context.inference.result(blamed).value().is_none()
        && targets(context.db, context.item.file)
            .iter()
            .any(|target| target.includes_series(7));
    may_be_coerced.then_some(Severity::Warning)
}
