//! The fix of a literal that is nearly of the expected type: `'5'` for an Integer.

use puppet_diagnostics::Safety;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Relate, Type, Value};

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyFix, EditAnchor};

/// A change that makes a literal fit: quotes around a number, none around a number or Boolean, a list around one value.
pub fn literal_fix(context: &Context<'_>, expr: ExprId, expected: &Type) -> Option<BodyFix> {
    let value = context.inference.result(expr).value()?;
    let fits = |value: &Value| {
        let relate = Relate::new(&context.names);
        relate.is_instance(expected, value) && relate.doubt().is_none()
    };
    let anchor = Anchor::Expr(expr);
    let around = |title: &str, before: &str, after: &str| {
        BodyFix::new(title, Safety::Unsafe)
            .with_edit((anchor, EditAnchor::Before), before)
            .with_edit((anchor, EditAnchor::After), after)
    };
    let is_literal = matches!(
        context.body.expr(expr),
        Expr::LiteralInteger { .. }
            | Expr::LiteralFloat(_)
            | Expr::LiteralBoolean(_)
            | Expr::LiteralString(_)
            | Expr::QualifiedName(_)
    );
    if !is_literal {
        return None;
    }
    let quoted = match value {
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    };
    if quoted.is_some_and(|text| fits(&Value::String(text.into()))) {
        return Some(around("Put in quotes", "'", "'"));
    }
    if let Value::String(text) = value {
        let bare = match text.as_str() {
            "true" => Some(Value::Boolean(true)),
            "false" => Some(Value::Boolean(false)),
            digits => digits.parse().ok().map(Value::Integer),
        };
        // What has another form as a number, such as `010`, is no number in quotes.
        let is_same = bare.as_ref().is_some_and(|bare| match bare {
            Value::Integer(number) => number.to_string() == *text,
            _ => true,
        });
        if is_same && bare.is_some_and(|bare| fits(&bare)) {
            let title = format!("Replace with `{text}`");
            let text = text.as_str();
            return Some(BodyFix::replace(title, Safety::Unsafe, anchor, text));
        }
    }
    fits(&Value::Array(vec![value.clone()].into())).then(|| around("Wrap in an array", "[", "]"))
}
