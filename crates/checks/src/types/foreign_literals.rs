//! Literals of other languages: `nil`, `null` and `None` are strings or types to Puppet, as are `True` and `False`. Where
//! one is wrong already, the advice names the literal that is meant.

use puppet_diagnostics::{Rule, Safety, Severity};
use puppet_hir::model::{Body, Expr, ExprId};

use crate::rules;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};

/// Literals of other languages, in small letters, and those of Puppet.
const FOREIGN: [(&str, &str); 8] = [
    ("nil", "undef"),
    ("none", "undef"),
    ("null", "undef"),
    ("undef", "undef"),
    ("undefined", "undef"),
    ("nothing", "undef"),
    ("true", "true"),
    ("false", "false"),
];

/// The rules that such a literal breaks.
const RULES: [&Rule; 9] = [
    &rules::ARGUMENT_TYPE_MISMATCH,
    &rules::ATTRIBUTE_TYPE_MISMATCH,
    &rules::INCOMPATIBLE_DEFAULT,
    &rules::INVALID_ATTRIBUTE_VALUE,
    &rules::NO_MATCHING_OVERLOAD,
    &rules::OPERATOR_TYPE_MISMATCH,
    &rules::RETURN_TYPE_MISMATCH,
    &rules::STRING_AS_BOOLEAN,
    &rules::UNKNOWN_DATA_TYPE,
];

/// Adds the advice to diagnostics about such literals.
pub fn advise(context: &Context<'_>, diagnostics: &mut [BodyDiagnostic]) {
    for diagnostic in diagnostics {
        if RULES.iter().any(|rule| rule.code == diagnostic.rule.code)
            && let Anchor::Expr(id) = diagnostic.place.anchor
            && let Some(meant) = meant(context.body, id)
        {
            add(diagnostic, id, meant);
        }
    }
}

/// The diagnostic with the advice, and at least a warning, if the literal is one of another language.
pub fn advised(
    context: &Context<'_>,
    mut diagnostic: BodyDiagnostic,
    literal: ExprId,
) -> BodyDiagnostic {
    if let Some(meant) = meant(context.body, literal) {
        add(&mut diagnostic, literal, meant);
        diagnostic.severity = diagnostic.severity.max(Severity::Warning);
    }
    diagnostic
}

fn add(diagnostic: &mut BodyDiagnostic, literal: ExprId, meant: &str) {
    diagnostic.help = Some(format!("Did you mean {meant}?"));
    let anchor = Anchor::Expr(literal);
    let fix = BodyFix::replace(
        format!("Replace with `{meant}`"),
        Safety::Unsafe,
        anchor,
        meant,
    );
    diagnostic.fixes.retain(|it| it.edits != fix.edits);
    diagnostic.fixes.insert(0, fix);
}

/// The literal of Puppet that an expression likely stands for.
fn meant(body: &Body, id: ExprId) -> Option<&'static str> {
    let (Expr::QualifiedName(text) | Expr::QualifiedReference(text) | Expr::LiteralString(text)) =
        body.expr(id)
    else {
        return None;
    };
    let text = text.to_ascii_lowercase();
    let found = FOREIGN.iter().find(|(foreign, _)| **foreign == *text);
    found.map(|(_, meant)| *meant)
}
