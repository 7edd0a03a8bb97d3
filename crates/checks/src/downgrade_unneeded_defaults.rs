//! Errors in defaults of parameters that no use needs: they are warnings.
//!
//! Puppet evaluates the default of a parameter only where neither the use nor Hiera gives a value.

use puppet_diagnostics::Severity;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::Value;
use smol_str::SmolStr;

use puppet_inference::body_context::Context;
use puppet_inference::body_context::value_origins::is_within;
use puppet_inference::catalog::overrides::may_be_overridden;
use puppet_inference::catalog::usages::uses;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::hiera::lookup::lookup_key;
use puppet_semantic::index::item_tree::{ItemKind, canonical};

pub fn soften(context: &Context<'_>, diagnostics: &mut [BodyDiagnostic]) {
    let is_error = |diagnostic: &&mut BodyDiagnostic| diagnostic.severity == Severity::Error;
    for diagnostic in diagnostics.iter_mut().filter(is_error) {
        let Anchor::Expr(at) = diagnostic.place.anchor else {
            continue;
        };
        let mut parameters = context.body.parameters().iter();
        let parameter = parameters.find(|parameter| {
            let default = parameter.value;
            default.is_some_and(|default| is_within(context.body, at, default))
        });
        if parameter.is_some_and(|parameter| !is_needed(context, &parameter.name)) {
            diagnostic.severity = Severity::Warning;
        }
    }
}

/// Whether some use may need the default of a parameter. Without a known use, any may come; of the known ones,
/// each may give a value, or Hiera has one.
pub(crate) fn is_needed(context: &Context<'_>, parameter: &str) -> bool {
    let definition = context.body.definition();
    let (Some(kind), Some(name)) = (ItemKind::from_definition(definition), context.body.name())
    else {
        return true;
    };
    let name = canonical(name);
    if kind == ItemKind::Class {
        let key = SmolStr::from(format!("{name}::{parameter}"));
        let mut parameters = context.body.parameters().iter();
        let default = parameters.find(|it| it.name == parameter);
        let default = default.and_then(|it| it.value);
        if default.is_some_and(|default| looks_up(context, default, &key))
            || !lookup_key(context.db, context.environment(), key)
                .values
                .is_empty()
        {
            return false;
        }
    } else if kind != ItemKind::DefinedType
        || may_be_overridden(context.db, context.environment(), &name, parameter)
    {
        return kind != ItemKind::DefinedType;
    }
    uses(context.db, context.environment(), kind, name)
        .is_none_or(|uses| !uses.always_give(parameter))
}

/// Whether an expression looks up a key: who wrote it keeps the value in Hiera.
fn looks_up(context: &Context<'_>, expr: ExprId, key: &str) -> bool {
    let calls = context.body.preorder(expr).entered().filter(|(_, expr)| {
        matches!(
            expr,
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. }
        )
    });
    let mut calls = calls.filter_map(|(id, _)| Call::from_expr(context.body, id));
    calls.any(|call| {
        let first = call.arguments.first();
        let first = first.and_then(|it| context.inference.known(*it).value());
        matches!(call.name, Some("lookup" | "hiera"))
            && first.and_then(Value::as_str).map(canonical).as_deref() == Some(key)
    })
}
