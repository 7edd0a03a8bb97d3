//! Functions about texts and simple values.

use puppet_eval::functions::{EvalCall, Function, legacy};
use puppet_eval::{EvalResult, Unknown};
use puppet_types::Value;

pub(super) const FUNCTIONS: &[Function] = &[
    legacy("basename", -2, basename),
    legacy("bool2num", 1, bool2num),
    legacy("bool2str", -2, bool2str),
    legacy("dirname", 1, dirname),
    legacy("is_service_default", 1, is_service_default),
    legacy("regexpescape", 1, regexp_escape),
    legacy("str2bool", 1, str2bool),
    legacy("swapcase", 1, swapcase),
];

/// The argument, if it is a text.
fn text<'c>(call: &'c EvalCall<'_, '_, '_>, index: usize) -> Result<&'c str, Unknown> {
    call.argument(index).as_str().ok_or(Unknown::Function)
}

fn basename(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let path = text(call, 0)?.trim_end_matches('/');
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = match call.arguments.get(1) {
        Some(Value::String(extension)) if extension == ".*" => {
            name.rsplit_once('.').map_or(name, |(stem, _)| stem)
        }
        Some(Value::String(extension)) => name.strip_suffix(extension.as_str()).unwrap_or(name),
        _ => name,
    };
    Ok(Value::from(name))
}

fn dirname(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let path = text(call, 0)?;
    let trimmed = path.trim_end_matches('/');
    Ok(Value::from(match trimmed.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((folder, _)) => folder.trim_end_matches('/'),
        None if path.starts_with('/') => "/",
        None => ".",
    }))
}

fn is_service_default(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let is_default = call.argument(0).as_str() == Some("<SERVICE DEFAULT>");
    Ok(Value::Boolean(is_default))
}

fn regexp_escape(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut escaped = String::new();
    for c in text(call, 0)?.chars() {
        match c {
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            '\r' => escaped.push_str("\\r"),
            c => {
                if "[]{}()|-*.\\?+^$# ".contains(c) {
                    escaped.push('\\');
                }
                escaped.push(c);
            }
        }
    }
    Ok(Value::from(escaped))
}

/// Whether a value counts as true, as texts have it.
fn boolean(value: &Value) -> Result<bool, Unknown> {
    match value {
        Value::Boolean(value) => Ok(*value),
        Value::String(text) => match text.to_lowercase().as_str() {
            "1" | "t" | "y" | "true" | "yes" => Ok(true),
            "" | "0" | "f" | "n" | "false" | "no" | "undef" | "undefined" => Ok(false),
            _ => Err(Unknown::Function),
        },
        _ => Err(Unknown::Function),
    }
}

fn str2bool(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    Ok(boolean(call.argument(0)).map(Value::Boolean)?)
}

fn bool2num(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    Ok(boolean(call.argument(0)).map(|value| Value::Integer(i64::from(value)))?)
}

fn bool2str(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let Value::Boolean(value) = call.argument(0) else {
        return Err(Unknown::Function.into());
    };
    let (index, default) = if *value { (1, "true") } else { (2, "false") };
    Ok(match call.arguments.get(index) {
        Some(Value::String(text)) => Value::String(text.clone()),
        Some(_) => return Err(Unknown::Function.into()),
        None => Value::from(default),
    })
}

fn swapcase(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let swapped = text(call, 0)?.chars().map(|c| {
        if c.is_ascii_lowercase() {
            c.to_ascii_uppercase()
        } else {
            c.to_ascii_lowercase()
        }
    });
    Ok(Value::from(swapped.collect::<String>()))
}
