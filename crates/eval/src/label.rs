//! Labels of values and expressions in Puppet's messages (`ModelLabelProvider`).

use std::borrow::Cow;

use puppet_hir::label::expr_label;
pub use puppet_hir::label::{a_an, a_an_uc};
use puppet_hir::model::{Body, Expr, ExprId};
use puppet_types::{Type, TypeContext, Value};

/// The name of a kind of value: `Integer`, `Undef Value`, `String-Type`.
pub fn value(context: &dyn TypeContext, value: &Value) -> String {
    let name = match value {
        Value::Undef => "Undef Value",
        Value::Boolean(_) => "Boolean",
        Value::Integer(_) | Value::BigInteger(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Regexp(_) => "Regexp",
        Value::SemVer(_) => "Semver",
        Value::SemVerRange(_) => "SemverRange",
        Value::Timespan(_) => "Timespan",
        Value::Timestamp(_) => "Timestamp",
        Value::Binary(_) => "Binary",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Sensitive(_) => "Sensitive",
        Value::Default | Value::Uri(_) | Value::Iterator(_) | Value::Object(_) => "Object",
        Value::Type(ty) => return type_label(context, ty),
    };
    name.to_owned()
}

fn type_label(context: &dyn TypeContext, ty: &Type) -> String {
    let text = puppet_types::type_to_string(context, ty);
    match ty {
        Type::Resource(resource) if resource.title.is_some() => {
            format!("{text} Resource-Reference")
        }
        _ => format!("{text}-Type"),
    }
}

/// The name of a kind of expression: `Function Call`, `'+' expression`.
pub fn expression(body: &Body, id: ExprId) -> Cow<'static, str> {
    match body.expr(id) {
        Expr::Definition(_) | Expr::Missing => Cow::Borrowed("Object"),
        other => expr_label(other),
    }
}
