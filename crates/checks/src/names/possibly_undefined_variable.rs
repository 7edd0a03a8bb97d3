//! Variables that some branches before do not assign.

use puppet_diagnostics::declare_rule;

use puppet_inference::body_context::Context;
use puppet_inference::infer::flow::assignment_gaps::{GapKind, gaps};
use puppet_inference::infer::{Assignments, MaybeUndefAccess};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// A variable is set in some branches only, and may be unassigned here.
    pub POSSIBLY_UNDEFINED_VARIABLE = {
        code: "N102", name: "possibly-undefined-variable",
        levels: [Off, Warning, Error], fix: Unsafe,
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
    let gaps = gaps(context.body, assignments).into_iter();
    let gaps = gaps.map(|gap| (gap.at, missing(gap.kind)));
    let targets = assignments.targets.iter();
    let targets = targets.map(|it| (Anchor::Expr(*it), "It is assigned here"));
    let places = gaps.take(MOST_RELATED).chain(targets.take(MOST_RELATED));
    places.fold(diagnostic, |diagnostic, (at, message)| {
        diagnostic.with_related((context.item, at), message)
    })
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
