//! S012 invalid-resource: forms that Puppet's validation refuses, and the type of a resource expression, of resource
//! defaults and of overrides, which must evaluate to one.
//!
//! Source: `Puppet::Pops::Evaluator::EvaluatorImpl#eval_ResourceExpression`, `#eval_ResourceDefaultsExpression`,
//! `Runtime3Support#create_resource_overrides`.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Expr, ExprId};
use puppet_hir::validate::IssueCode;
use puppet_types::{Type, Value, generalize, infer};

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::type_label;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A resource expression has no title, or a form that is not allowed.
    pub INVALID_RESOURCE = { code: "S012", name: "invalid-resource", level: Error, fix: Unsafe }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`:
/// `resources.rs`, `statement_without_effect.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::ClassNotVirtualizable,
    IssueCode::IllegalAttributeAppend,
    IssueCode::MultipleAttributesUnfold,
    IssueCode::NotVirtualizeable,
    IssueCode::ResourceWithoutTitle,
];

/// A resource's type is a name, a type, or a reference without title.
pub fn check_type(context: &Context<'_>, type_name: ExprId) -> Option<BodyDiagnostic> {
    let may_be_type = match context.body.expr(type_name) {
        Expr::QualifiedName(_) => return None,
        Expr::QualifiedReference(_) => true,
        Expr::Access { left, .. } => {
            matches!(context.body.expr(*left), Expr::QualifiedReference(_))
        }
        _ => false,
    };
    let known = context.inference.result(type_name);
    match known {
        // What is no type is refused, whatever its value is.
        _ if !may_be_type => Some(illegal(context, type_name, known)),
        Inferred::Value(Value::Type(Type::Unknown | Type::Reference(_) | Type::Class(None))) => {
            None
        }
        Inferred::Value(Value::Type(ty)) if is_untitled(ty) => None,
        Inferred::Value(_) => Some(illegal(context, type_name, known)),
        Inferred::Type(_) => None,
    }
}

/// The type of defaults is a type without a title.
pub fn check_defaults(context: &Context<'_>, type_ref: ExprId) -> Option<BodyDiagnostic> {
    match context.inference.result(type_ref) {
        Inferred::Value(Value::Type(Type::Unknown | Type::Reference(_))) => None,
        Inferred::Value(Value::Type(ty)) if is_untitled(ty) => None,
        known @ Inferred::Value(_) => Some(illegal(context, type_ref, known)),
        Inferred::Type(_) => None,
    }
}

/// Whether a type is a resource type as such: `File`, `Resource['file']`.
fn is_untitled(ty: &Type) -> bool {
    match ty {
        Type::Resource(resource) => resource.name.is_some() && resource.title.is_none(),
        _ => false,
    }
}

fn illegal(context: &Context<'_>, at: ExprId, known: &Inferred) -> BodyDiagnostic {
    let actual = match known {
        Inferred::Value(Value::Type(ty)) => ty.to_string(),
        known => type_label(&generalize(&context.names, &known.ty(&context.names))),
    };
    let got = match known.is_unknown() {
        true => String::new(),
        false => format!(", got {actual}"),
    };
    let message = format!(
        "Illegal Resource Type expression, expected result to be a type name, or untitled Resource{got}"
    );
    BodyDiagnostic::new(&INVALID_RESOURCE, Anchor::Expr(at), message)
        .with_issue("ILLEGAL_RESOURCE_TYPE")
}

/// What is overridden are references to resources.
pub fn check_override(context: &Context<'_>, resources: ExprId) -> Option<BodyDiagnostic> {
    let value = context.inference.result(resources).value()?;
    let may_be_resource = |value: &Value| {
        use Type::{Alias, Reference, Resource, Runtime, Unknown};
        matches!(
            value,
            Value::Type(Unknown | Reference(_) | Resource(_) | Runtime(_) | Alias(_))
        )
    };
    let wrong = value.flattened().find(|value| !may_be_resource(value))?;
    let actual = match wrong {
        Value::Type(ty) => ty.to_string(),
        other => generalize(&context.names, &infer(&context.names, other)).to_string(),
    };
    let message = format!("Resource Override can only operate on resources, got: {actual}");
    let diagnostic = BodyDiagnostic::new(&INVALID_RESOURCE, Anchor::Expr(resources), message);
    Some(diagnostic.with_issue("ILLEGAL_OVERRIDDEN_TYPE"))
}
