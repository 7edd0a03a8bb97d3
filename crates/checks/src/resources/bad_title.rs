//! Titles of resources: strings that are not empty, and each only once in a resource expression.
//!
//! Source: `Puppet::Pops::Evaluator::EvaluatorImpl#eval_ResourceExpression`.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Expr, ExprId, ResourceBody};
use puppet_types::{Relate, Type, Value, generalize, infer};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::resources::duplicate_resource::repeated_title;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::value_origins::value_origins;
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_types::inferred::Inferred;

declare_rule! {
    /// The title of a resource is empty, undef or not a string.
    pub BAD_TITLE = {
        code: "R312", name: "bad-title",
        level: Error, fix: Unsafe,
        help: "Use a String that is not empty, or an array of them",
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable().filter(|it| context.is_checked(it.id)) {
        if let Expr::Resource { bodies, .. } = it.expr {
            check_bodies(context, bodies, out);
        }
    }
    for (_, call) in context.calls() {
        if call.name == Some("realize") {
            let references = call.arguments.iter();
            out.extend(references.filter_map(|it| possible_fault_of_reference(context, *it)));
        }
    }
}

/// `File[$title]`, where a resource is looked for that has a title.
fn possible_fault_of_reference(context: &Context<'_>, reference: ExprId) -> Option<BodyDiagnostic> {
    let Expr::Access { left, keys } = context.body.expr(reference) else {
        return None;
    };
    if !matches!(context.body.expr(*left), Expr::QualifiedReference(name) if !["Class", "Resource"].contains(&name.as_str()))
    {
        return None;
    }
    keys.iter().find_map(|key| {
        let empty = match context.inference.result(*key) {
            Inferred::Type(ty) => empty_title(context, ty),
            Inferred::Value(_) => None,
        };
        let fault = empty.map(|(issue, message)| {
            BodyDiagnostic::new(&BAD_TITLE, Anchor::Expr(*key), message).with_issue(issue)
        });
        fault.or_else(|| possible_fault(context, *key))
    })
}

fn check_bodies(context: &Context<'_>, bodies: &[ResourceBody], out: &mut Vec<BodyDiagnostic>) {
    let mut seen: FxHashMap<SmolStr, ExprId> = FxHashMap::default();
    for title in bodies.iter().filter_map(|body| body.title) {
        let fault = value_origins(context, title).find_map(|value| {
            let (issue, message) = match value.known {
                Inferred::Value(value) => fault_of_value(context, value)?,
                Inferred::Type(ty) => fault_of_type(context, ty)?,
            };
            let diagnostic = BodyDiagnostic::new(&BAD_TITLE, value.anchor(), message);
            Some(value.explain(context, diagnostic.with_issue(issue)))
        });
        if let Some(diagnostic) = fault.or_else(|| possible_fault(context, title)) {
            out.push(diagnostic);
        } else if let Inferred::Value(value) = context.inference.result(title) {
            out.extend(repeated_title::check(context, title, value, &mut seen));
        }
    }
}

/// A title that may be no title.
fn possible_fault(context: &Context<'_>, title: ExprId) -> Option<BodyDiagnostic> {
    let titles = titles(Type::non_empty_string());
    let expectation =
        Expectation::new(Some(&titles), "a title".to_owned()).wanted("a non-empty String");
    possible::diagnostic(context, &BAD_TITLE, title, &expectation)
}

/// Puppet's issue and message for a title that is no title.
type TitleError = (&'static str, String);

fn fault_of_value(context: &Context<'_>, value: &Value) -> Option<TitleError> {
    if *value == Value::Undef {
        let message = "Missing title. The title expression resulted in undef";
        return Some(("MISSING_TITLE", message.to_owned()));
    }
    value
        .flattened()
        .enumerate()
        .find_map(|(index, title)| fault_of_title(context, index, title))
}

fn fault_of_title(context: &Context<'_>, index: usize, title: &Value) -> Option<TitleError> {
    match title {
        Value::Undef => Some((
            "MISSING_TITLE_AT",
            format!(
                "Missing title at index {index}. The title expression resulted in an undef title"
            ),
        )),
        Value::String(text) if text.is_empty() => Some(empty(index)),
        Value::String(_) | Value::Default => None,
        // What a type of another module means is not known.
        Value::Type(Type::Unknown) => None,
        other => Some(illegal(context, index, &infer(&context.names, other))),
    }
}

/// These texts, `default`, or arrays of them.
fn titles(text: Type) -> Type {
    Type::flattening_to(&Type::variant_of([text, Type::Default]))
}

/// Something that is never a string which is not empty, `default`, or an array of them.
fn fault_of_type(context: &Context<'_>, ty: &Type) -> Option<TitleError> {
    if is_never(context, ty, &titles(Type::STRING)) {
        return Some(match ty {
            Type::Undef => (
                "MISSING_TITLE",
                "Missing title. The title expression resulted in undef".to_owned(),
            ),
            ty => illegal(context, 0, &first_title(ty)),
        });
    }
    empty_title(context, ty)
}

/// A string that is always empty.
fn empty_title(context: &Context<'_>, ty: &Type) -> Option<TitleError> {
    let is_empty = !is_never(context, ty, &titles(Type::STRING))
        && is_never(context, ty, &titles(Type::non_empty_string()));
    is_empty.then(|| empty(0))
}

fn empty(index: usize) -> TitleError {
    let message = format!(
        "Empty string title at {index}. Title strings must have a length greater than zero."
    );
    ("EMPTY_STRING_TITLE_AT", message)
}

fn is_never(context: &Context<'_>, ty: &Type, expected: &Type) -> bool {
    let relate = Relate::new(&context.names);
    relate.disjoint(expected, ty) && relate.doubt().is_none()
}

/// The type of the first title, where arrays of titles may be nested.
fn first_title(ty: &Type) -> Type {
    match ty {
        Type::Array(array) => first_title(&array.element),
        Type::Tuple(tuple) => tuple.types.first().map_or(Type::Any, first_title),
        Type::Variant(members) => {
            let given = members.types.iter().filter(|it| **it != Type::Undef);
            Type::variant_of(given.map(first_title))
        }
        other => other.clone(),
    }
}

fn illegal(context: &Context<'_>, index: usize, ty: &Type) -> TitleError {
    let actual = generalize(&context.names, ty);
    let message = format!("Illegal title type at index {index}. Expected String, got {actual}");
    ("ILLEGAL_TITLE_TYPE_AT", message)
}

/// Names of classes, one or an array of them, as far as they are known.
pub fn class_names(known: &Inferred) -> Vec<SmolStr> {
    let values = known.value().into_iter().flat_map(Value::flattened);
    let names = values.filter_map(|value| match value {
        Value::String(name) => Some(name.clone()),
        Value::Type(Type::Class(Some(name))) => Some(SmolStr::from(name.as_str())),
        _ => None,
    });
    names.collect()
}
