//! Keys that are written for a hash of which the rest is not known, and that no `Struct` of a type has.

use puppet_diagnostics::Severity;
use puppet_hir::model::ExprId;
use puppet_inference::infer::written_keys::written_keys;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_text::closest;
use puppet_types::Type;
use puppet_types::inferred::set_theoretic::union_members;

use super::STRUCT_KEY;
use puppet_inference::body_context::Context;

/// A key that makes a value wrong, whatever else is in it.
pub(crate) fn diagnostic(
    context: &Context<'_>,
    value: ExprId,
    expected: &Type,
    subject: &str,
) -> Option<BodyDiagnostic> {
    let known: Option<Vec<_>> = union_members(&context.names, expected)
        .into_iter()
        .filter(|member| *member != Type::Undef)
        .map(|member| match member {
            Type::Struct(structure) => Some(structure),
            _ => None,
        })
        .collect();
    let known = known.filter(|all| !all.is_empty())?;
    let names = || known.iter().flat_map(|it| it.elements.iter());
    let environment = context.environment();
    let keys = written_keys(context.db, environment, context.item, value);
    let unknown = keys
        .into_iter()
        .filter(|key| names().all(|it| it.name != key.name));
    // What is certain comes first.
    let key = unknown.min_by_key(|key| !key.is_certain)?;
    let message = format!("{subject} unrecognized key '{}'", key.name);
    let near = closest(&key.name, names().map(|it| it.name.as_str()));
    let help = near.map_or_else(
        || "No hash with this key fits the type".to_owned(),
        |near| format!("Did you mean '{near}'?"),
    );
    let severity = match key.is_certain {
        true => Severity::Error,
        false => Severity::Warning,
    };
    let diagnostic = BodyDiagnostic::new(&STRUCT_KEY, Anchor::Expr(key.at), message);
    Some(diagnostic.with_severity(severity).with_help(help))
}
