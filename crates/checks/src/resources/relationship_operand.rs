//! Operands of `->` and its kind: references to resources, resources, collectors, and arrays of them.
//!
//! Source: `Puppet::Pops::Evaluator::RelationshipOperator#transform`.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{IntegerRange, Relate, Type, TypeReadError, Value, infer, read_text};

use puppet_checks_syntax::statement_without_effect;
use puppet_inference::body_context::Context;
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::body;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A relationship has an operand that is neither a resource nor a reference to one.
    pub RELATIONSHIP_OPERAND = { code: "R315", name: "relationship-operand", level: Error }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        let Expr::Relationship { left, right, .. } = it.expr else {
            continue;
        };
        for operand in [*left, *right] {
            out.extend(check_operand(context, operand));
        }
    }
}

fn check_operand(context: &Context<'_>, operand: ExprId) -> Option<BodyDiagnostic> {
    // The operand of a chain is the relationship before, whose own operands are looked at.
    if matches!(
        context.body.expr(operand),
        Expr::Relationship { .. } | Expr::Resource { .. } | Expr::Collect { .. }
    ) {
        return None;
    }
    let message = match context.inference.result(operand) {
        Inferred::Value(value) => value.flattened().find_map(|value| fault(context, value)),
        Inferred::Type(ty) if is_no_operand(context, ty) => Some(illegal(ty)),
        Inferred::Type(_) => return may_be_refused(context, operand),
    }?;
    let diagnostic = BodyDiagnostic::new(&RELATIONSHIP_OPERAND, Anchor::Expr(operand), message);
    let whole = body(context.db, context.item);
    Some(diagnostic.with_help(
        match statement_without_effect::is_after_type(&whole, operand) {
            true => statement_without_effect::SPACE_IN_REFERENCE,
            false => "Use a resource, a collector or a reference such as Service['nginx']",
        },
    ))
}

fn fault(context: &Context<'_>, value: &Value) -> Option<String> {
    match value {
        // A string is read as a reference.
        Value::String(text) => match read_text(&context.names, text) {
            Ok(ty) => type_fault(context, &ty),
            Err(TypeReadError::Refused(message)) => Some(message),
            Err(TypeReadError::PuppetBreaks) => Some(not_a_reference(text)),
            Err(TypeReadError::Undecidable) => None,
        },
        Value::Type(ty) => type_fault(context, ty),
        other => Some(illegal(&infer(&context.names, other))),
    }
}

/// Why a type is no reference to resources or classes; `Notify` without title is left to the checks of resources.
fn type_fault(context: &Context<'_>, ty: &Type) -> Option<String> {
    if matches!(
        ty,
        Type::Unknown
            | Type::Reference(_)
            | Type::Resource(_)
            | Type::Class(_)
            | Type::CatalogEntry
    ) {
        return None;
    }
    let entries = Type::variant_of([Type::CatalogEntry, Type::type_of(Type::CatalogEntry)]);
    let relate = Relate::new(&context.names);
    let is_entry = relate.assignable(&entries, ty);
    (!is_entry && relate.doubt().is_none()).then(|| {
        format!(
            "Illegal relationship operand, can not use '{ty}' in a relationship: it refers to no resource"
        )
    })
}

/// What can stand beside an arrow.
fn operands() -> Type {
    Type::variant_of([
        Type::STRING,
        Type::CatalogEntry,
        Type::type_of(Type::Any),
        Type::array_of(Type::Any, IntegerRange::UNBOUNDED),
    ])
}

fn is_no_operand(context: &Context<'_>, ty: &Type) -> bool {
    let relate = Relate::new(&context.names);
    relate.disjoint(&operands(), ty) && relate.doubt().is_none()
}

/// An operand that is none for some values.
fn may_be_refused(context: &Context<'_>, operand: ExprId) -> Option<BodyDiagnostic> {
    let operands = operands();
    let expectation = Expectation::new(Some(&operands), "a relationship".to_owned());
    let expectation = expectation.wanted("a reference to a resource");
    possible::diagnostic(context, &RELATIONSHIP_OPERAND, operand, &expectation)
}

fn illegal(ty: &Type) -> String {
    let label = match ty {
        Type::Undef => "Undef Value".to_owned(),
        // Puppet has no word of its own for `default`.
        Type::Default => "Object".to_owned(),
        ty => {
            let text = ty.to_string();
            text.split('[').next().unwrap_or_default().to_owned()
        }
    };
    let article = if label.starts_with(['A', 'E', 'I', 'O', 'U']) {
        "an"
    } else {
        "a"
    };
    format!(
        "Illegal relationship operand, can not form a relationship with {article} {label}. A Catalog type is required."
    )
}

fn not_a_reference(text: &str) -> String {
    format!("The expression <{text}> is not a valid type specification.")
}
