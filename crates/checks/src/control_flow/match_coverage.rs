//! Coverage of `case` expressions and selectors: options that never match, and values that no option matches.

use puppet_hir::model::{Expr, ExprId};

use crate::control_flow::duplicate_case_option::{duplicates, options};
use crate::control_flow::{non_exhaustive_match, selector_may_not_match, unreachable_arm};
use crate::types::impossible_comparison;
use puppet_inference::body_context::Context;
use puppet_inference::infer::{Call, MatchCoverage, choice_of};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_types::inferred::Inferred;
use rustc_hash::FxHashSet;

/// More values than these are not listed in messages.
const MAX_LISTED: usize = 6;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for coverage in context.inference.matches() {
        check_options(context, coverage, out);
        if let Some(values) = values_left_out(context, coverage) {
            let diagnostic = match context.body.expr(coverage.expr) {
                Expr::Selector { .. } => selector_may_not_match::diagnostic,
                _ => non_exhaustive_match::diagnostic,
            };
            out.push(diagnostic(coverage.test, &values));
        } else {
            out.extend(selector_may_not_match::open_diagnostic(context, coverage));
        }
    }
}

fn check_options(context: &Context<'_>, coverage: &MatchCoverage, out: &mut Vec<BodyDiagnostic>) {
    let first = options(context.body, coverage.expr).first().copied();
    let duplicates = duplicates(context, coverage.expr);
    let duplicates: FxHashSet<_> = duplicates.iter().map(|(option, _)| option).collect();
    let test = context.inference.result(coverage.test);
    for never in &coverage.never {
        if duplicates.contains(never) {
            continue;
        }
        if let Some(impossible) = impossible_comparison::impossible_option(context, test, *never) {
            out.push(impossible);
        } else if first != Some(*never) && !is_safeguard(context, coverage.expr, *never) {
            out.push(unreachable_arm::diagnostic(test, *never));
        }
    }
}

/// Whether an option is a `default` that only fails, in case the type gets more values.
fn is_safeguard(context: &Context<'_>, branch_point: ExprId, option: ExprId) -> bool {
    let body = context.body;
    let value = match body.expr(branch_point) {
        Expr::Case { options, .. } => {
            let mut options = options.iter();
            options.find_map(|it| it.values.contains(&option).then_some(it.then)?)
        }
        Expr::Selector { selectors, .. } => {
            let mut entries = selectors.iter();
            entries.find_map(|it| (it.matching == option).then_some(it.value))
        }
        _ => None,
    };
    let last = value.and_then(|value| match body.expr(value) {
        Expr::Block(statements) => statements.last().copied(),
        _ => Some(value),
    });
    let call = last.and_then(|last| Call::from_expr(body, last));
    matches!(body.expr(option), Expr::LiteralDefault)
        && call.is_some_and(|call| call.name == Some("fail"))
}

/// The values that a `case` or selector without `default` leaves out, of a type whose values can be listed.
fn values_left_out(context: &Context<'_>, coverage: &MatchCoverage) -> Option<String> {
    let rest = coverage.rest.as_ref()?;
    let Inferred::Type(_) = context.inference.result(coverage.test) else {
        return None;
    };
    let values = choice_of(&context.names, rest)?;
    let is_listed = !values.is_empty() && values.len() <= MAX_LISTED;
    is_listed.then(|| values.join(" or "))
}
