//! Variables that some branches before do not assign.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{Body, ComparisonOperator, Expr, ExprId};

use puppet_inference::body_context::Context;
use puppet_inference::infer::flow::assignment_gaps::{AssignmentGap, GapKind, gaps};
use puppet_inference::infer::{Assignments, MaybeUndefAccess};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

pub(crate) mod later_parameter;
pub(crate) mod of_class;

declare_rule! {
    /// A variable is set in some branches only, and may be unassigned here.
    pub POSSIBLY_UNDEFINED_VARIABLE = {
        code: "N102", name: "possibly-undefined-variable",
        levels: [Off, Warning, Error], fix: Unsafe,
        help: "Assign it in each branch, also in the `else` or `default`",
    }
}

/// More branches than these are not related to a diagnostic: of those with an assignment, and of those without.
const MOST_RELATED: usize = 3;

/// A read of a variable that a branch before it does not assign.
pub(crate) fn diagnostic(
    context: &Context<'_>,
    possible: &MaybeUndefAccess,
    name: &str,
) -> BodyDiagnostic {
    let message =
        format!("Variable '${name}' may be unassigned here: it is set in some branches only");
    let rule = &POSSIBLY_UNDEFINED_VARIABLE;
    let diagnostic = BodyDiagnostic::new(rule, Anchor::Expr(possible.expr), message);
    match context.inference.assignments(possible.expr) {
        Some(assignments) => with_branches(context, diagnostic, assignments),
        None => diagnostic,
    }
}

/// With the branches that do not assign the variable, and with those that do.
fn with_branches(
    context: &Context<'_>,
    diagnostic: BodyDiagnostic,
    assignments: &Assignments,
) -> BodyDiagnostic {
    let gaps = gaps(context.body, assignments);
    let are_meant = !gaps.is_empty() && gaps.iter().all(|gap| is_meant(context.body, gap));
    let diagnostic = match are_meant {
        true => diagnostic.with_severity(Severity::Hint),
        false => diagnostic,
    };
    let gaps = gaps.into_iter().map(|gap| (gap.at, missing(gap.kind)));
    let targets = assignments.targets.iter();
    let targets = targets.map(|it| (Anchor::Expr(*it), "It is assigned here"));
    let places = gaps.take(MOST_RELATED).chain(targets.take(MOST_RELATED));
    places.fold(diagnostic, |diagnostic, (at, message)| {
        diagnostic.with_related((context.item, at), message)
    })
}

/// Whether the code says that a way is never taken: an empty `default`, or what is left of the values of a parameter after
/// two of them have branches or options.
fn is_meant(body: &Body, gap: &AssignmentGap<Anchor>) -> bool {
    match (gap.kind, gap.at) {
        (GapKind::EmptyOption, Anchor::Part(part)) => body.exprs().any(|(_, expr)| {
            let Expr::Case { options, .. } = expr else {
                return false;
            };
            let mut options = options.iter().filter(|option| option.part == part);
            let is_default = |id: &ExprId| matches!(body.expr(*id), Expr::LiteralDefault);
            options.any(|option| option.values.iter().all(is_default))
        }),
        (GapKind::WhenFalse, Anchor::Expr(last)) => {
            let Some(name) = tested_parameter(body, last) else {
                return false;
            };
            let is_last =
                |id: &ExprId| matches!(body.expr(*id), Expr::If { test, .. } if *test == last);
            body.exprs().any(|(_, expr)| match expr {
                Expr::If {
                    test, otherwise, ..
                } => {
                    otherwise.is_some_and(|it| is_last(&it))
                        && tested_parameter(body, *test) == Some(name)
                }
                _ => false,
            })
        }
        (GapKind::NoMatch, Anchor::Expr(tested)) => {
            body.variable_name(tested)
                .is_some_and(|it| is_parameter(body, it))
                && body.exprs().any(|(_, expr)| match expr {
                    Expr::Case { test, options } if *test == tested => {
                        let mut values = options.iter().flat_map(|it| &it.values);
                        options.len() > 1 && values.all(|it| is_text(body, *it))
                    }
                    _ => false,
                })
        }
        _ => false,
    }
}

fn is_text(body: &Body, expr: ExprId) -> bool {
    matches!(
        body.expr(expr),
        Expr::LiteralString(_) | Expr::QualifiedName(_)
    )
}

fn is_parameter(body: &Body, name: &str) -> bool {
    body.parameters()
        .iter()
        .any(|parameter| parameter.name == *name)
}

/// The parameter that a condition compares with a text.
fn tested_parameter(body: &Body, test: ExprId) -> Option<&str> {
    let Expr::Comparison {
        operator: ComparisonOperator::Equal,
        left,
        right,
    } = body.expr(body.without_parentheses(test))
    else {
        return None;
    };
    let name = body.variable_name(*left)?;
    (is_text(body, *right) && is_parameter(body, name)).then_some(name)
}

/// What is missing in a gap between assignments.
fn missing(kind: GapKind) -> &'static str {
    match kind {
        GapKind::Branch => "This branch does not assign it",
        GapKind::EmptyOption => "This option does not assign it",
        GapKind::WhenFalse => "It is not assigned if this is false",
        GapKind::WhenTrue => "It is not assigned if this is true",
        GapKind::NoMatch => "It is not assigned if no option matches this",
    }
}
