//! Options of `case` expressions and selectors: what never matches, and what is left out.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_eval::operators::equality;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::Value;

use crate::rules;
use crate::runner::Context;
use crate::types::impossible_comparison::{is_nothing, similar};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::{literal_label, type_label, value_label};
use puppet_semantic::infer::{Inferred, MatchCoverage, choice_of};

declare_rule! {
    /// A case has no option for a value that its control expression can have.
    pub NON_EXHAUSTIVE_MATCH = {
        code: "T214", name: "non-exhaustive-match",
        levels: [Off, Warning, Error], fix: Safe, puppet_lint: ["case_without_default"],
    }
}

/// More values than these are not listed in messages.
const MAX_LISTED: usize = 6;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for coverage in context.inference.matches() {
        check_options(context, coverage, out);
        out.extend(left_out(context, coverage));
    }
}

fn check_options(context: &Context<'_>, coverage: &MatchCoverage, out: &mut Vec<BodyDiagnostic>) {
    let options = options(context, coverage.expr);
    for never in &coverage.never {
        let known = context.inference.known(*never);
        let before = options.iter().take_while(|option| *option != never);
        let twice = before
            .copied()
            .find(|before| is_same(context.inference.known(*before), known));
        let anchor = Anchor::Expr(*never);
        let finding = if let Some(first) = twice {
            let message = duplicate(context, *never, first);
            BodyDiagnostic::new(&rules::DUPLICATE_CASE_OPTION, anchor, message).with_related(
                context.item,
                Anchor::Expr(first),
                "First option is here",
            )
        } else if let Some(finding) = impossible(context, coverage.test, *never) {
            finding
        } else if options.first() != Some(never) {
            let message = match context.inference.known(coverage.test) {
                Inferred::Type(ty) => format!(
                    "Unreachable option: the options above match every {}",
                    type_label(ty)
                ),
                Inferred::Value(_) => {
                    "Unreachable option: an option above always matches".to_owned()
                }
            };
            BodyDiagnostic::new(&rules::UNREACHABLE_ARM, anchor, message)
        } else {
            continue;
        };
        out.push(finding);
    }
}

fn options(context: &Context<'_>, fork: ExprId) -> Vec<ExprId> {
    match context.body.expr(fork) {
        Expr::Case { options, .. } => options
            .iter()
            .flat_map(|option| option.values.iter().copied())
            .collect(),
        Expr::Selector { selectors, .. } => selectors.iter().map(|entry| entry.matching).collect(),
        _ => Vec::new(),
    }
}

fn is_same(one: &Inferred, other: &Inferred) -> bool {
    match (one.value(), other.value()) {
        (Some(one), Some(other)) => *one != Value::Default && equality::equals(one, other),
        _ => false,
    }
}

/// The message for an option that equals one before it.
fn duplicate(context: &Context<'_>, option: ExprId, first: ExprId) -> String {
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

/// An option that what is tested never is, whatever the options before are.
fn impossible(context: &Context<'_>, test: ExprId, option: ExprId) -> Option<BodyDiagnostic> {
    let Inferred::Type(ty) = context.inference.known(test) else {
        return None;
    };
    let value = context.inference.known(option).value()?;
    let may_match = match value {
        Value::String(_) | Value::Integer(_) | Value::Boolean(_) | Value::Undef => {
            puppet_semantic::infer::may_equal(&context.names, context.inference.known(test), value)
        }
        Value::Type(wanted) => {
            puppet_semantic::infer::may_be(&context.names, context.inference.known(test), wanted)
        }
        _ => true,
    };
    if may_match || is_nothing(value) {
        return None;
    }
    let literal = literal_label(value).unwrap_or_default();
    let message = format!("Option {literal} can never match {}", value_label(ty));
    let finding = BodyDiagnostic::new(&rules::IMPOSSIBLE_COMPARISON, Anchor::Expr(option), message);
    Some(similar(&context.names, finding, ty, value))
}

/// What a `case` or selector without `default` leaves out, of a type whose values can be listed.
fn left_out(context: &Context<'_>, coverage: &MatchCoverage) -> Option<BodyDiagnostic> {
    let rest = coverage.rest.as_ref()?;
    let Inferred::Type(_) = context.inference.known(coverage.test) else {
        return None;
    };
    let values = choice_of(&context.names, rest)?;
    if values.is_empty() || values.len() > MAX_LISTED {
        return None;
    }
    let text = values.join(" or ");
    let is_selector = matches!(context.body.expr(coverage.expr), Expr::Selector { .. });
    let anchor = Anchor::Expr(coverage.test);
    Some(if is_selector {
        let message = format!(
            "Selector has no match for {text} and no default: evaluation fails if the value is {text}"
        );
        BodyDiagnostic::new(&rules::SELECTOR_MAY_NOT_MATCH, anchor, message)
            .with_severity(Severity::Warning)
            .with_help("Add an entry for it, or a default")
    } else {
        let message = format!("Case has no option for {text} and no default");
        BodyDiagnostic::new(&NON_EXHAUSTIVE_MATCH, anchor, message)
            .with_help("Add an option for it, or a default")
    })
}
