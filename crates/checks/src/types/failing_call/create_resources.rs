//! Attributes that `create_resources` receives for a title: always a hash.
//!
//! Source: Puppet's function `create_resources`, which merges each of them with the common attributes.

use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Relate, Type, Value};

use crate::types::failing_call::FAILING_CALL;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::value_origins::value_origins;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::display_name::value_label;
use puppet_types::inferred::Inferred;

pub(crate) fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        if call.name != Some("create_resources") {
            continue;
        }
        let Some(resources) = call.arguments.get(1) else {
            continue;
        };
        let literal =
            puppet_inference::body_context::attribute_sources::literal(context, *resources);
        match context.body.expr(literal) {
            Expr::LiteralHash(entries) => {
                out.extend(
                    entries
                        .iter()
                        .filter_map(|it| check_entry(context, it.value)),
                );
            }
            _ => {
                let known = context.inference.result(*resources);
                if let Inferred::Value(Value::Hash(entries)) = known
                    && let Some(wrong) = entries.values().find(|it| !matches!(it, Value::Hash(_)))
                {
                    let diagnostic = value_origins(context, *resources).next().map(|value| {
                        let message = message(&Inferred::Value(wrong.clone()));
                        let diagnostic =
                            BodyDiagnostic::new(&FAILING_CALL, value.anchor(), message);
                        value.explain(context, diagnostic)
                    });
                    out.extend(diagnostic);
                }
            }
        }
    }
}

/// The attributes of one resource.
fn check_entry(context: &Context<'_>, attributes: ExprId) -> Option<BodyDiagnostic> {
    value_origins(context, attributes).find_map(|value| {
        let relate = Relate::new(&context.names);
        let is_wrong = match value.known {
            Inferred::Value(Value::Hash(_)) => false,
            Inferred::Value(Value::Type(_)) => false,
            Inferred::Value(_) => true,
            Inferred::Type(Type::Unknown | Type::Any) => false,
            Inferred::Type(ty) => relate.disjoint(&Type::hash(), ty) && relate.doubt().is_none(),
        };
        is_wrong.then(|| {
            let message = message(value.known);
            let diagnostic = BodyDiagnostic::new(&FAILING_CALL, value.anchor(), message)
                .with_help("Map each title to a hash of attributes, which may be empty");
            value.explain(context, diagnostic)
        })
    })
}

/// In Ruby's words, where the value is known.
fn message(known: &Inferred) -> String {
    let kind = match known {
        Inferred::Value(Value::Undef) => "nil",
        Inferred::Value(Value::Boolean(true)) => "true",
        Inferred::Value(Value::Boolean(false)) => "false",
        Inferred::Value(Value::String(_)) => "String",
        Inferred::Value(Value::Integer(_)) => "Integer",
        Inferred::Value(Value::Float(_)) => "Float",
        Inferred::Value(Value::Array(_)) => "Array",
        Inferred::Type(ty) => {
            return format!("no implicit conversion of {} into Hash", value_label(ty));
        }
        Inferred::Value(_) => "this value",
    };
    format!("no implicit conversion of {kind} into Hash")
}
