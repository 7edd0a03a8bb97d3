//! Hashes of attributes that are no hashes, or have other keys than names.
//!
//! Source: `Puppet::Pops::Evaluator::EvaluatorImpl#eval_AttributesOperation`.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Expr, ExprId, Operation};
use puppet_types::{Relate, Type, Value, generalize, infer};

use puppet_checks_syntax::invalid_resource;
use puppet_inference::body_context::Context;
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
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
                out.extend(invalid_resource::check_type(context, *type_name));
                let operations = bodies.iter().flat_map(|body| &body.operations);
                check_operations(context, operations, out);
            }
            Expr::ResourceDefaults {
                type_ref,
                operations,
                ..
            } => {
                out.extend(
                    type_ref
                        .and_then(|type_ref| invalid_resource::check_defaults(context, type_ref)),
                );
                check_operations(context, operations, out);
            }
            Expr::ResourceOverride {
                resources,
                operations,
                ..
            } => {
                out.extend(invalid_resource::check_override(context, *resources));
                check_operations(context, operations, out);
            }
            Expr::Collect { operations, .. } => check_operations(context, operations, out),
            _ => {}
        }
    }
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
    let known = context.inference.result(hash);
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
