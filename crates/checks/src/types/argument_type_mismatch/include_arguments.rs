//! Arguments of `include`, `contain` and `require` that cannot name a class.
//!
//! Source: `Puppet::Parser::Scope#transform_and_assert_classnames`.

use puppet_hir::model::{Body, Expr, ExprId};
use puppet_text::capitalized;
use puppet_types::{Relate, Type, Value};

use crate::rules;
use puppet_inference::body_context::Context;
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::value_label;
use puppet_semantic::index::declaring_functions::is_including_function;
use puppet_semantic::index::item_tree::canonical;
use puppet_types::inferred::Inferred;

/// How deep arrays of classes are looked into.
const MAX_DEPTH: usize = 10;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        if !call.name.is_some_and(is_including_function) || call.is_unfolded(context.body) {
            continue;
        }
        for argument in &call.arguments {
            if let Some(message) = declared_resource(context.body, *argument) {
                out.push(
                    BodyDiagnostic::new(
                        &rules::ARGUMENT_TYPE_MISMATCH,
                        Anchor::Expr(call.functor),
                        message,
                    )
                    .with_related(
                        (context.item, Anchor::Expr(*argument)),
                        "This is its argument",
                    )
                    .with_help(
                        "Name the class: without one, the next statement becomes the argument",
                    ),
                );
                continue;
            }
            let known = context.inference.result(*argument);
            if let Some(message) = refused(context, known) {
                out.push(BodyDiagnostic::new(
                    &rules::ARGUMENT_TYPE_MISMATCH,
                    Anchor::Expr(*argument),
                    message,
                ));
            } else if let Some(name) = call.name {
                out.extend(may_be_refused(context, name, *argument));
            }
        }
    }
}

/// An argument that may be, or may hold, what is no name of a class.
fn may_be_refused(context: &Context<'_>, name: &str, argument: ExprId) -> Option<BodyDiagnostic> {
    let names = class_names(Type::non_empty_string());
    let expectation = Expectation::new(Some(&names), format!("'{name}'"));
    let expectation = expectation.wanted("the name of a class");
    possible::diagnostic(
        context,
        &rules::ARGUMENT_TYPE_MISMATCH,
        argument,
        &expectation,
    )
}

/// These texts, types, or arrays of them.
fn class_names(text: Type) -> Type {
    Type::flattening_to(&Type::variant_of([text, Type::Type(None)]))
}

/// Why a resource expression is no class: its value are references to what it declares.
fn declared_resource(body: &Body, argument: ExprId) -> Option<String> {
    let Expr::Resource { type_name, .. } = body.expr(body.without_parentheses(argument)) else {
        return None;
    };
    let Expr::QualifiedName(name) = body.expr(*type_name) else {
        return None;
    };
    refused_resource(Some(&capitalized(&canonical(name))))
}

/// Why something is no class, in Puppet's words where it has them.
fn refused(context: &Context<'_>, known: &Inferred) -> Option<String> {
    match known {
        Inferred::Value(value) => refused_value(value, MAX_DEPTH),
        Inferred::Type(_) if known.is_unknown() => None,
        Inferred::Type(ty) => {
            let relate = Relate::new(&context.names);
            let expected = class_names(Type::STRING);
            let is_wrong = relate.disjoint(&expected, ty) && relate.doubt().is_none();
            is_wrong.then(|| format!("Cannot use {} as a class name", value_label(ty)))
        }
    }
}

fn refused_value(value: &Value, depth: usize) -> Option<String> {
    let kind = match value {
        Value::Array(items) if depth > 0 => {
            return items.iter().find_map(|item| refused_value(item, depth - 1));
        }
        Value::Undef => return Some("Cannot use undef as a class name".into()),
        Value::String(name) if name.is_empty() => {
            return Some("Cannot use empty string as a class name".into());
        }
        Value::Type(Type::Class(None)) => {
            return Some("Cannot use an unspecific Class[] Type".into());
        }
        Value::Type(Type::Resource(resource)) => return refused_resource(resource.name.as_deref()),
        Value::Type(Type::Class(_) | Type::Alias(_) | Type::Reference(_) | Type::Unknown) => {
            return None;
        }
        Value::Type(_) => "a data type",
        Value::Default => "default",
        Value::Sensitive(_) => "a Sensitive",
        Value::Boolean(_) => "a Boolean",
        Value::Integer(_) => "an Integer",
        Value::Float(_) => "a Float",
        Value::Hash(_) => "a Hash",
        Value::Regexp(_) => "a Regexp",
        _ => return None,
    };
    Some(format!("Cannot use {kind} as a class name"))
}

fn refused_resource(name: Option<&str>) -> Option<String> {
    let name = name.unwrap_or_default();
    if name.eq_ignore_ascii_case("class") {
        return None;
    }
    let unspecific = if name.is_empty() { "n unspecific" } else { "" };
    Some(format!(
        "Cannot use a{unspecific} Resource[{name}] where a Resource['class', name] is expected"
    ))
}
