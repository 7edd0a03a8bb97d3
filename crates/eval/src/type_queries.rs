//! Queries about types, as answers that may be unknown, and Puppet's texts about them.

use puppet_types::{AccessError, Relate, Signature, Type, TypeContext, Value};
pub use puppet_types::{generalize, infer, infer_set, resolve_alias};

use crate::error::{ErrorCause, ErrorLocation, Failure, Operation, Unknown};
use crate::issue::Issue;

/// Asks one query; an answer in doubt is unknown.
fn ask<T>(context: &dyn TypeContext, question: impl FnOnce(&Relate<'_>) -> T) -> Operation<T> {
    let relate = Relate::new(context);
    let answer = question(&relate);
    match relate.doubt() {
        None => Ok(answer),
        Some(_) => Err(Unknown::Undecidable.into()),
    }
}

/// Does the type `to` accept the type `from`?
pub fn assignable(context: &dyn TypeContext, to: &Type, from: &Type) -> Operation<bool> {
    ask(context, |relate| relate.assignable(to, from))
}

/// Is the value an instance of the type?
pub fn instance(context: &dyn TypeContext, ty: &Type, value: &Value) -> Operation<bool> {
    match ty {
        Type::Any => Ok(true),
        _ => ask(context, |relate| relate.is_instance(ty, value)),
    }
}

/// The type that a text describes.
pub fn parse(context: &dyn TypeContext, text: &str) -> Operation<Type> {
    puppet_types::read_text(context, text).map_err(|error| match error {
        puppet_types::TypeReadError::Undecidable => Unknown::Undecidable.into(),
        refused => ErrorCause::runtime(refused.to_string()),
    })
}

/// The value of `ty[keys…]`.
pub fn parameterize(context: &dyn TypeContext, ty: &Type, keys: &[Value]) -> Operation<Value> {
    match puppet_types::parameterize(context, ty, keys) {
        Ok(Some(value)) => Ok(value),
        Ok(None) => Err(Unknown::Catalog.into()),
        Err(error) if error.issue == "EMPTY_RESOURCE_SPECIALIZATION" => {
            let is_list = keys.len() > 1 || matches!(keys.first(), Some(Value::Array(_)));
            Ok(if is_list {
                Value::from(Vec::new())
            } else {
                Value::Undef
            })
        }
        Err(error) => Err(access_error(error)),
    }
}

fn access_error(error: AccessError) -> ErrorCause {
    let blame = match error.blame {
        puppet_types::Blame::Whole => ErrorLocation::Whole,
        puppet_types::Blame::Left => ErrorLocation::Left,
        puppet_types::Blame::Key(index) => ErrorLocation::Key(index),
    };
    let issue = Issue::from_code(error.issue).unwrap_or(Issue::RuntimeError);
    let message = match issue {
        // The evaluator names the expression.
        Issue::RuntimeError => {
            error
                .message
                .replacen("Error while evaluating a '[]' expression, ", "", 1)
        }
        _ => error.message,
    };
    ErrorCause::Failure(Box::new(Failure {
        issue,
        message,
        blame,
    }))
}

/// How Puppet names a key of the wrong kind.
pub fn key_name(context: &dyn TypeContext, value: &Value) -> String {
    match value {
        Value::Undef => "Undef".to_owned(),
        Value::Default => "Default".to_owned(),
        other => generalize(context, &infer(context, other)).to_string(),
    }
}

/// What is wrong with a value (`TypeMismatchDescriber#describe_mismatch`).
pub fn mismatch(
    context: &dyn TypeContext,
    subject: &str,
    expected: &Type,
    value: &Value,
) -> String {
    puppet_types::describe_mismatch(context, subject, expected, &infer_set(context, value))
}

/// What is wrong with the arguments of a call (`TypeMismatchDescriber#describe_signatures`).
pub fn describe_signatures(
    context: &dyn TypeContext,
    name: &str,
    signatures: &[Signature],
    arguments: &Type,
) -> Operation<String> {
    puppet_types::describe_signatures(context, name, signatures, arguments)
        .ok_or(Unknown::Undecidable.into())
}
