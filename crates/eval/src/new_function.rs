//! `new` of types, which is the conversion of values.

use puppet_convert::ConvertError;
use puppet_hir::{Expr, ExprId, Program};
use puppet_syntax::{Entry, Parse};
use puppet_types::{Type, TypeContext, TypeReadError, Value};

use crate::error::{ErrorCause, Operation, Unknown};
use crate::type_expr;

/// A new instance of a type, checked to be one.
pub fn new(context: &dyn TypeContext, ty: &Type, arguments: &[Value]) -> Operation<Value> {
    let result = puppet_convert::new_instance(context, ty, arguments);
    match (ty, arguments, result) {
        (_, _, Ok(value)) => Ok(value),
        (Type::Type(_), [Value::String(text)], Err(error)) => {
            type_by_parser(context, text, error).map(Value::Type)
        }
        (_, _, Err(error)) => Err(error_cause(error)),
    }
}

/// The type that a text describes.
pub fn type_of_text(context: &dyn TypeContext, text: &str) -> Operation<Type> {
    puppet_types::read_text(context, text).or_else(|error| match error {
        TypeReadError::Undecidable => Err(Unknown::Undecidable.into()),
        refused => type_by_parser(context, text, ConvertError::Raised(refused.to_string())),
    })
}

/// What a text is that the reader of types has refused: the parser of the language knows it better.
fn type_by_parser(context: &dyn TypeContext, text: &str, error: ConvertError) -> Operation<Type> {
    let is_about_text = |message: &str| {
        message.starts_with("Syntax error")
            || !text.contains('[') && message.ends_with("is not a valid type specification.")
    };
    match error {
        ConvertError::Raised(message) if is_about_text(&message) => {}
        other => return Err(error_cause(other)),
    }
    let parse = puppet_syntax::parse(text, Entry::Manifest);
    let Some(stop) = parse.stop() else {
        return read_parsed(context, text, &parse);
    };
    let token = stop
        .offset
        .and_then(|at| puppet_syntax::tokens_at(&parse.syntax(), at).right_biased());
    Err(ErrorCause::runtime(match token {
        Some(token) => format!("Syntax error at '{}'", token.text()),
        None => "Syntax error at end of input".to_owned(),
    }))
}

/// The type that the only statement of a program describes.
fn read_parsed(context: &dyn TypeContext, text: &str, parse: &Parse) -> Operation<Type> {
    let whole = || {
        ErrorCause::runtime(format!(
            "The expression <{text}> is not a valid type specification."
        ))
    };
    let (program, map) = puppet_hir::lower(parse);
    // A definition defines what it says, wherever it stands, and is then the type.
    if program.bodies().nth(1).is_some() {
        return Err(Unknown::Undecidable.into());
    }
    let body = program.body(Program::FILE).ok_or_else(whole)?;
    let statement = match body.root().map(|root| (root, body.expr(root))) {
        Some((_, Expr::Block(statements))) => match statements[..] {
            [only] => only,
            _ => return Err(whole()),
        },
        Some((root, _)) => root,
        None => return Err(whole()),
    };
    let source = |expr: ExprId| {
        let range = map.expr(Program::FILE, expr)?.full;
        Some(text.get(range.start().into()..range.end().into())?.into())
    };
    let expr = type_expr::type_expr(body, statement, &source);
    puppet_types::read_type(context, &expr).map_err(|error| match error {
        TypeReadError::Undecidable => Unknown::Undecidable.into(),
        refused => ErrorCause::runtime(refused.to_string()),
    })
}

/// Why a conversion has no result.
pub fn error_cause(error: ConvertError) -> ErrorCause {
    match error {
        ConvertError::Raised(text) | ConvertError::Crash(text) => ErrorCause::runtime(text),
        ConvertError::Undecidable => Unknown::Undecidable.into(),
    }
}
