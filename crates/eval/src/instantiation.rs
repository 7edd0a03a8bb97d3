//! `new` of types, which is the conversion of values.

use puppet_convert::ConvertError;
use puppet_syntax::Entry;
use puppet_types::{ReadError, Type, TypeContext, Value};

use crate::failure::{Operation, Trouble, Unknown};

/// A new instance of a type, checked to be one.
pub fn new(context: &dyn TypeContext, ty: &Type, arguments: &[Value]) -> Operation<Value> {
    puppet_convert::new_instance(context, ty, arguments).map_err(|error| match (ty, arguments) {
        (Type::Type(_), [Value::String(text)]) => type_text_trouble(text, error),
        _ => trouble(error),
    })
}

/// The type that a text says.
pub fn type_of_text(context: &dyn TypeContext, text: &str) -> Operation<Type> {
    puppet_types::read_text(context, text).map_err(|error| match error {
        ReadError::Undecidable => Unknown::Undecidable.into(),
        refused => type_text_trouble(text, ConvertError::Raised(refused.to_string())),
    })
}

/// Why a text is no type: the parser of the language knows better than the reader of types.
fn type_text_trouble(text: &str, error: ConvertError) -> Trouble {
    let is_about_text = |message: &str| {
        message.starts_with("Syntax error")
            || !text.contains('[') && message.ends_with("is not a valid type specification.")
    };
    match error {
        ConvertError::Raised(message) if is_about_text(&message) => {}
        other => return trouble(other),
    }
    let parse = puppet_syntax::parse(text, Entry::Manifest);
    Trouble::runtime(match parse.stop() {
        None => format!("The expression <{text}> is not a valid type specification."),
        Some(stop) => match stop
            .offset
            .and_then(|at| parse.syntax().token_at_offset(at).right_biased())
        {
            Some(token) => format!("Syntax error at '{}'", token.text()),
            None => "Syntax error at end of input".to_owned(),
        },
    })
}

/// Why a conversion has no result.
pub fn trouble(error: ConvertError) -> Trouble {
    match error {
        ConvertError::Raised(text) | ConvertError::Crash(text) => Trouble::runtime(text),
        ConvertError::Undecidable => Unknown::Undecidable.into(),
    }
}
