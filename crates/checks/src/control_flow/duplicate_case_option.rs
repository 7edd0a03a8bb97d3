//! Options that equal one before them.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_eval::operators::equality;
use puppet_hir::model::{Body, Expr, ExprId, Step};
use puppet_hir::validate::IssueCode;
use puppet_types::Value;
use rustc_hash::FxHashMap;

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::literal_label;

declare_rule! {
    /// A case or selector has the same option twice.
    pub DUPLICATE_CASE_OPTION = {
        code: "C401", name: "duplicate-case-option",
        level: Warning, fix: Unsafe,
        help: "Remove one of them: only the first is used",
    }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `duplicate_default.rs`.
pub(crate) const ISSUES: &[IssueCode] = &[IssueCode::DuplicateDefault];

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let ids = context.steps().filter_map(|step| match step {
        Step::Enter(id) => Some(id),
        Step::Leave(_) => None,
    });
    for id in ids {
        let expr = context.body.expr(id);
        if matches!(expr, Expr::Case { .. } | Expr::Selector { .. }) {
            for (option, first) in duplicates(context, id) {
                let diagnostic = diagnostic(context, option, first);
                out.push(match is_other_spelling(context, expr, option, first) {
                    true => diagnostic.with_severity(Severity::Hint),
                    false => diagnostic,
                });
            }
        }
    }
}

/// The options of a `case` or selector in their order.
pub(crate) fn options(body: &Body, branch: ExprId) -> Vec<ExprId> {
    match body.expr(branch) {
        Expr::Case { options, .. } => options
            .iter()
            .flat_map(|option| option.values.iter().copied())
            .collect(),
        Expr::Selector { selectors, .. } => selectors.iter().map(|entry| entry.matching).collect(),
        _ => Vec::new(),
    }
}

/// The options that equal one before them, each with the first of these.
pub(crate) fn duplicates(context: &Context<'_>, branch: ExprId) -> Vec<(ExprId, ExprId)> {
    let mut earlier: FxHashMap<String, (ExprId, &Value)> = FxHashMap::default();
    let mut found = Vec::new();
    for option in options(context.body, branch) {
        let known = context.inference.result(option).value();
        let Some((value, label)) = known.and_then(|value| Some((value, literal_label(value)?)))
        else {
            continue;
        };
        let (first, same) = *earlier
            .entry(label.to_lowercase())
            .or_insert((option, value));
        if first != option && *value != Value::Default && equality::equals(same, value) {
            found.push((option, first));
        }
    }
    found
}

/// Whether an option is another spelling of the first, with the same result: it is there for the reader.
fn is_other_spelling(context: &Context<'_>, branch: &Expr, option: ExprId, first: ExprId) -> bool {
    let value = |id: ExprId| context.inference.result(id).value();
    if value(option) == value(first) {
        return false;
    }
    match branch {
        Expr::Case { options, .. } => {
            let mut options = options.iter();
            options.any(|it| it.values.contains(&option) && it.values.contains(&first))
        }
        Expr::Selector { selectors, .. } => {
            let result = |id: ExprId| selectors.iter().find(|it| it.matching == id);
            let results = [option, first].map(|id| value(result(id)?.value));
            results[0].is_some() && results[0] == results[1]
        }
        _ => false,
    }
}

fn diagnostic(context: &Context<'_>, option: ExprId, first: ExprId) -> BodyDiagnostic {
    let message = message(context, option, first);
    BodyDiagnostic::new(&DUPLICATE_CASE_OPTION, Anchor::Expr(option), message)
        .with_related((context.item, Anchor::Expr(first)), "First option is here")
}

fn message(context: &Context<'_>, option: ExprId, first: ExprId) -> String {
    let text = |id: ExprId| literal_label(context.inference.result(id).value()?);
    let option = text(option);
    match (option, text(first)) {
        (Some(option), Some(first)) if option != first => format!(
            "Duplicate option {option} (same as {first}, strings compare without case): never reached"
        ),
        (Some(option), _) => format!("Duplicate option {option}: never reached"),
        (None, _) => "Duplicate option: never reached".to_owned(),
    }
}
