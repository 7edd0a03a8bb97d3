//! Selectors without a match for a value that their control expression can have.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Type, Value};

use puppet_inference::body_context::Context;
use puppet_inference::infer::MatchCoverage;
use puppet_possible_mismatch::{Expectation, members_diagnostic};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::fit::Refused;
use puppet_types::inferred::set_theoretic::union_members;

declare_rule! {
    /// A selector has no match for a value of its control expression.
    pub SELECTOR_MAY_NOT_MATCH = { code: "C403", name: "selector-may-not-match", level: Error, fix: Unsafe }
}

const HELP: &str = "Add an entry for it, or a default";

/// A selector that compares what it tests with some values, and leaves out the others of its declared type.
pub(crate) fn open_diagnostic(
    context: &Context<'_>,
    coverage: &MatchCoverage,
) -> Option<BodyDiagnostic> {
    let Expr::Selector { selectors, .. } = context.body.expr(coverage.expr) else {
        return None;
    };
    let Some(Inferred::Type(rest)) = &coverage.rest else {
        return None;
    };
    let is_compared = |it: &ExprId| {
        let value = context.inference.result(*it).value();
        value.is_some_and(|it| match it {
            // What matches any text may be meant to match all that are left.
            Value::Regexp(regexp) => {
                let mut texts = ["", "\u{1}"].into_iter();
                texts.all(|text| regexp.is_match(text) == Ok(false))
            }
            it => !matches!(it, Value::Array(_) | Value::Hash(_)),
        })
    };
    if coverage.rest.as_ref().is_none_or(Inferred::is_unknown)
        || !selectors.iter().all(|it| is_compared(&it.matching))
    {
        return None;
    }
    let expectation = Expectation::new(None, "a selector without a default".to_owned());
    let (members, partial) = union_members(&context.names, rest)
        .into_iter()
        .partition(|it| *it == Type::Undef);
    let refused = Refused { members, partial };
    let rule = &SELECTOR_MAY_NOT_MATCH;
    members_diagnostic(context, rule, coverage.test, refused, &expectation)
        .map(|diagnostic| diagnostic.with_help(HELP))
}

/// A selector that leaves out these values of what it tests.
pub(crate) fn diagnostic(test: ExprId, values: &str) -> BodyDiagnostic {
    let message = format!(
        "Selector has no match for {values} and no default: evaluation fails if the value is {values}"
    );
    BodyDiagnostic::new(&SELECTOR_MAY_NOT_MATCH, Anchor::Expr(test), message)
        .with_severity(Severity::Warning)
        .with_help(HELP)
}
