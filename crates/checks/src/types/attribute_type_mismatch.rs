//! The type of a resource expression, of resource defaults and of overrides, and hashes of attributes: each must
//! evaluate to what the form is about.
//!
//! Source: `Puppet::Pops::Evaluator::EvaluatorImpl#eval_ResourceExpression`, `#eval_ResourceDefaultsExpression`,
//! `#eval_AttributesOperation`, `Runtime3Support#create_resource_overrides`.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Expr, ExprId, Operation};
use puppet_types::{Relate, Type, Value, generalize, infer};

use crate::rules;
use crate::runner::Context;
use crate::types::possible::{self, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::type_label;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// The value of a resource's attribute is not of the type that the attribute expects.
    pub ATTRIBUTE_TYPE_MISMATCH = { code: "T204", name: "attribute-type-mismatch", level: Error, fix: Unsafe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        match it.expr {
            Expr::Resource {
                type_name, bodies, ..
            } => {
                out.extend(check_type(context, *type_name));
                let operations = bodies.iter().flat_map(|body| &body.operations);
                check_operations(context, operations, out);
            }
            Expr::ResourceDefaults {
                type_ref,
                operations,
                ..
            } => {
                out.extend(type_ref.and_then(|type_ref| check_defaults(context, type_ref)));
                check_operations(context, operations, out);
            }
            Expr::ResourceOverride {
                resources,
                operations,
                ..
            } => {
                out.extend(check_override(context, *resources));
                check_operations(context, operations, out);
            }
            Expr::Collect { operations, .. } => check_operations(context, operations, out),
            _ => {}
        }
    }
}

/// A resource's type is a name, a type, or a reference without title.
fn check_type(context: &Context<'_>, type_name: ExprId) -> Option<BodyDiagnostic> {
    let may_be_type = match context.body.expr(type_name) {
        Expr::QualifiedName(_) => return None,
        Expr::QualifiedReference(_) => true,
        Expr::Access { left, .. } => {
            matches!(context.body.expr(*left), Expr::QualifiedReference(_))
        }
        _ => false,
    };
    let known = context.inference.known(type_name);
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

fn check_defaults(context: &Context<'_>, type_ref: ExprId) -> Option<BodyDiagnostic> {
    match context.inference.known(type_ref) {
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
    let message = format!(
        "Illegal Resource Type expression, expected result to be a type name, or untitled Resource, got {actual}"
    );
    BodyDiagnostic::new(&rules::INVALID_RESOURCE, Anchor::Expr(at), message)
        .with_issue("ILLEGAL_RESOURCE_TYPE")
}

fn check_override(context: &Context<'_>, resources: ExprId) -> Option<BodyDiagnostic> {
    let value = context.inference.known(resources).value()?;
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
    let diagnostic =
        BodyDiagnostic::new(&rules::INVALID_RESOURCE, Anchor::Expr(resources), message);
    Some(diagnostic.with_issue("ILLEGAL_OVERRIDDEN_TYPE"))
}

fn check_operations<'a>(
    context: &Context<'_>,
    operations: impl IntoIterator<Item = &'a Operation>,
    out: &mut Vec<BodyDiagnostic>,
) {
    for operation in operations {
        if let Operation::Attributes { expr, .. } = operation {
            out.extend(check_hash(context, *expr));
        }
    }
}

/// `* => hash`
fn check_hash(context: &Context<'_>, hash: ExprId) -> Option<BodyDiagnostic> {
    let known = context.inference.known(hash);
    let message = match known {
        Inferred::Value(Value::Hash(hash)) => {
            let key = hash.keys().find(|key| key.as_str().is_none())?;
            let actual = generalize(&context.names, &infer(&context.names, key));
            format!("Expected names of attributes as keys, got {actual}")
        }
        Inferred::Value(value) => {
            let actual = generalize(&context.names, &infer(&context.names, value));
            format!("Expected value of type Hash, got {actual}")
        }
        Inferred::Type(ty) => {
            let relate = Relate::new(&context.names);
            if !relate.disjoint(&Type::hash(), ty) || relate.doubt().is_some() {
                return may_be_no_hash(context, hash);
            }
            let actual = generalize(&context.names, ty);
            format!("Expected value of type Hash, got {actual}")
        }
    };
    let diagnostic = BodyDiagnostic::new(&ATTRIBUTE_TYPE_MISMATCH, Anchor::Expr(hash), message);
    Some(diagnostic.with_issue("TYPE_MISMATCH"))
}

fn may_be_no_hash(context: &Context<'_>, hash: ExprId) -> Option<BodyDiagnostic> {
    let hashes = Type::hash();
    let expectation = Expectation::new(Some(&hashes), "'*'".to_owned());
    possible::diagnostic(context, &ATTRIBUTE_TYPE_MISMATCH, hash, &expectation)
}
