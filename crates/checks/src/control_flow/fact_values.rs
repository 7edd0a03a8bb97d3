//! Values that facts are compared with, of those facts that have few: misspelled ones.

use puppet_hir::model::{Expr, ExprId};
use puppet_library::Library;
use puppet_text::{differs_by_a_letter, typo_of};

use crate::types::impossible_comparison;
use puppet_inference::body_context::Context;
use puppet_inference::variables::bindings::item_bindings;
use puppet_inference::variables::global_reads::fact_path;
use puppet_semantic::body_diagnostic::BodyDiagnostic;

/// The facts about operating systems. Systems that are not in the table have names that are not like these.
const FACTS: [&str; 5] = [
    "kernel",
    "operatingsystem",
    "os.family",
    "os.name",
    "osfamily",
];

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        match it.expr {
            Expr::Comparison { left, right, .. } => {
                check_values(context, *left, [*right], out);
                check_values(context, *right, [*left], out);
            }
            Expr::In { left, right } => {
                if let Expr::LiteralList(values) = context.body.expr(*right) {
                    check_values(context, *left, values.iter().copied(), out);
                }
            }
            Expr::Case { test, options } => {
                let values = options.iter().flat_map(|it| it.values.iter().copied());
                check_values(context, *test, values, out);
            }
            Expr::Selector { left, selectors } => {
                let values = selectors.iter().map(|it| it.matching);
                check_values(context, *left, values, out);
            }
            _ => {}
        }
    }
}

/// Reports the values that a fact never has, and that are almost one that it has.
fn check_values(
    context: &Context<'_>,
    compared: ExprId,
    values: impl IntoIterator<Item = ExprId>,
    out: &mut Vec<BodyDiagnostic>,
) {
    let Some(fact) = fact(context, compared) else {
        return;
    };
    for at in values {
        if let Expr::LiteralString(value) | Expr::QualifiedName(value) = context.body.expr(at)
            && let Some(meant) = misspelled(fact, value)
        {
            out.push(impossible_comparison::fact_value(at, fact, value, meant));
        }
    }
}

/// The value of a fact that is meant by one that no fact of operating systems has, in any case.
fn misspelled(fact: &str, value: &str) -> Option<&'static str> {
    let mut known = FACTS.iter().flat_map(|fact| Library.fact_values(fact));
    if known.any(|known| known.eq_ignore_ascii_case(value)) {
        return None;
    }
    let value = value.to_ascii_lowercase();
    let mut values = Library.fact_values(fact).iter();
    let meant = values.find(|known| {
        let known = known.to_ascii_lowercase();
        typo_of(&value, [&*known]).is_some() || differs_by_a_letter(&value, &known)
    });
    meant.map(String::as_str)
}

/// The fact of those about operating systems that an expression reads, however it is written.
fn fact(context: &Context<'_>, expr: ExprId) -> Option<&'static str> {
    let path = fact_path(context.body, expr)?;
    let path = path.trim_start_matches("::");
    let (root, _) = path.split_once('.').unwrap_or((path, ""));
    let name = path.strip_prefix("facts.").unwrap_or(path);
    let fact = FACTS.into_iter().find(|fact| *fact == name)?;
    let own = item_bindings(context.db, context.environment(), context.item)?;
    (!own.contains(root)).then_some(fact)
}
