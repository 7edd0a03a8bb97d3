//! Strings with interpolations.

use puppet_hir::model::{Body, Expr, ExprId};
use puppet_types::{IntegerRange, Type, Value};
use smol_str::SmolStr;

use crate::infer::builder::InferenceBuilder;
use puppet_types::inferred::Inferred;

/// Strings that are longer, in bytes, are not computed.
const MAX_LENGTH: usize = 4_000;

/// What a string with interpolations is: its text, if all parts are known; else how long it is at least.
pub(super) fn infer(walk: &InferenceBuilder<'_>, segments: &[ExprId]) -> Inferred {
    let mut text = String::new();
    let mut is_known = true;
    let mut least = 0;
    for segment in segments {
        let is_literal = matches!(walk.body.expr(*segment), Expr::LiteralString(_));
        match walk.result(*segment).value() {
            Some(Value::String(part)) if text.len() + part.len() <= MAX_LENGTH => {
                text.push_str(part);
                least += part.chars().count();
            }
            Some(Value::String(part)) if is_literal => {
                least += part.chars().count();
                is_known = false;
            }
            _ => is_known = false,
        }
    }
    if is_known {
        return Inferred::Value(Value::from(text));
    }
    match i64::try_from(least) {
        Ok(least) if least > 0 => Inferred::Type(Type::string_size(IntegerRange::at_least(least))),
        _ => Inferred::Type(Type::STRING),
    }
}

/// The text of `${inner}`. Types and objects are not known as text: their text depends on more than their value.
pub(super) fn interpolated(walk: &InferenceBuilder<'_>, inner: ExprId) -> Inferred {
    match walk.result(inner) {
        Inferred::Value(
            value @ (Value::Undef
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Hash(_)),
        ) => match puppet_eval::to_string::interpolated(walk.names, value) {
            text if text.len() <= MAX_LENGTH => Inferred::Value(text.into()),
            _ => Inferred::Type(Type::STRING),
        },
        _ => Inferred::Type(Type::STRING),
    }
}

/// An example of the text that an operand always is, if it can never be taken as a number: an interpolated string, or a
/// variable that was assigned one, in which a letter stands that no number has.
pub(super) fn never_number(walk: &InferenceBuilder<'_>, operand: ExprId) -> Option<Inferred> {
    let operand = walk.body.without_parentheses(operand);
    let text = match walk.body.variable_name(operand) {
        Some(name) => walk.assigned_text(name)?.clone(),
        None => literal_text(walk.body, operand)?,
    };
    let is_of_numbers = |letter: char| {
        letter.is_ascii_hexdigit() || letter.is_whitespace() || "xX_.+-".contains(letter)
    };
    (!text.chars().all(is_of_numbers)).then(|| Inferred::Value(Value::String(text)))
}

/// What is written in an interpolated string, beside what is interpolated; `None` for other expressions.
pub(super) fn literal_text(body: &Body, id: ExprId) -> Option<SmolStr> {
    let segments = match body.expr(id) {
        Expr::ConcatenatedString(segments) => segments,
        Expr::Heredoc { text, .. } => match body.expr(*text) {
            Expr::ConcatenatedString(segments) => segments,
            _ => return None,
        },
        _ => return None,
    };
    let literals = segments
        .iter()
        .filter_map(|segment| match body.expr(*segment) {
            Expr::LiteralString(part) => Some(part.as_str()),
            _ => None,
        });
    Some(literals.collect())
}
