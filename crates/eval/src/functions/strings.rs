//! Functions on strings, which take numbers as they are, and collections element by element.

use puppet_convert::capitalize;
use puppet_types::{TypeContext, Value};

use super::function::{EvalCall, Function, builtin, legacy};
use crate::evaluator::{EvalResult, Unwind};
use crate::to_string;

pub(super) const FUNCTIONS: &[Function] = &[
    builtin("camelcase", |call| each_string(call, camelcase)),
    builtin("capitalize", |call| each_string(call, capitalize)),
    builtin("chomp", |call| each_string(call, chomp)),
    builtin("chop", |call| each_string(call, chop)),
    builtin("strip", |call| {
        each_string(call, |text| lstrip(&rstrip(text)))
    }),
    builtin("lstrip", |call| each_string(call, lstrip)),
    builtin("rstrip", |call| each_string(call, rstrip)),
    builtin("upcase", |call| {
        Ok(nested(call.argument(0), &|text| text.to_uppercase()))
    }),
    builtin("downcase", |call| {
        Ok(nested(call.argument(0), &|text| text.to_lowercase()))
    }),
    builtin("join", |call| {
        Ok(Value::from(joined(
            &*call.evaluator.definitions,
            call.argument(0),
            call.text(1),
        )))
    }),
    legacy("shellquote", -1, shellquote),
];

fn each_string(call: &mut EvalCall<'_, '_, '_>, change: fn(&str) -> String) -> EvalResult<Value> {
    let changed = |value: &Value| match value {
        Value::String(text) => Value::from(change(text)),
        other => other.clone(),
    };
    if matches!(call.signature, 0 | 1) {
        return Ok(changed(call.argument(0)));
    }
    if let Value::Type(_) = call.argument(0) {
        // Types can be iterated, but Puppet expects a collection here.
        return Err(Unwind::Raised("undefined method `map'".to_owned()));
    }
    let elements = call.all_elements()?;
    Ok(Value::from(
        elements.iter().map(changed).collect::<Vec<_>>(),
    ))
}

/// The value with each string in it changed; the signature bounds how deep it is nested.
fn nested(value: &Value, change: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::from(change(text)),
        Value::Array(items) => Value::from(
            items
                .iter()
                .map(|item| nested(item, change))
                .collect::<Vec<_>>(),
        ),
        Value::Hash(entries) => Value::hash(
            entries
                .iter()
                .map(|(key, value)| (nested(key, change), nested(value, change))),
        ),
        other => other.clone(),
    }
}

fn camelcase(text: &str) -> String {
    text.split('_').map(capitalize).collect()
}

fn chomp(text: &str) -> String {
    text.strip_suffix("\r\n")
        .or_else(|| text.strip_suffix(['\n', '\r']))
        .unwrap_or(text)
        .to_owned()
}

fn chop(text: &str) -> String {
    let mut chars = text.chars();
    if let Some(rest) = text.strip_suffix("\r\n") {
        return rest.to_owned();
    }
    chars.next_back();
    chars.as_str().to_owned()
}

/// What Ruby strips: white space of ASCII, and null.
fn is_space(c: char) -> bool {
    matches!(c, '\0' | '\t'..='\r' | ' ')
}

fn lstrip(text: &str) -> String {
    text.trim_start_matches(is_space).to_owned()
}

fn rstrip(text: &str) -> String {
    text.trim_end_matches(is_space).to_owned()
}

/// Ruby's `Array#join`: nested arrays are joined with the same delimiter.
fn joined(context: &dyn TypeContext, value: &Value, delimiter: &str) -> String {
    match value {
        Value::Array(items) => items
            .iter()
            .map(|item| joined(context, item, delimiter))
            .collect::<Vec<_>>()
            .join(delimiter),
        other => to_string::ruby(context, other),
    }
}

/// The words quoted for a shell.
fn shellquote(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut words = Vec::new();
    for argument in &call.arguments {
        super::collections::flatten_into(&mut words, argument);
    }
    let mut quoted = Vec::with_capacity(words.len());
    for word in &words {
        match word {
            Value::String(word) => quoted.push(shell_word(word)),
            _ => return Err(Unwind::Raised("undefined method `length'".to_owned())),
        }
    }
    Ok(Value::from(quoted.join(" ")))
}

fn shell_word(word: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || "@%_+=:,./-".contains(c);
    let is_dangerous = |c: char| "!\"`$\\".contains(c);
    if !word.is_empty() && word.chars().all(is_safe) {
        word.to_owned()
    } else if !word.contains(is_dangerous) {
        format!("\"{word}\"")
    } else if !word.contains('\'') {
        format!("'{word}'")
    } else {
        let escaped: String = word
            .chars()
            .flat_map(|c| is_dangerous(c).then_some('\\').into_iter().chain([c]))
            .collect();
        format!("\"{escaped}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_strings_as_ruby() {
        assert_eq!(capitalize("hELLO wORLD"), "Hello world");
        assert_eq!(camelcase("abc_def__x"), "AbcDefX");
        assert_eq!(
            (chomp("a\r\n"), chomp("a\n\n"), chomp("a")),
            ("a".into(), "a\n".into(), "a".into())
        );
        assert_eq!(
            (chop("a\r\n"), chop("ab"), chop("")),
            ("a".into(), "a".into(), "".into())
        );
        assert_eq!(
            (lstrip("\t a "), rstrip(" a\0 ")),
            ("a ".into(), " a".into())
        );
    }

    #[test]
    fn quotes_for_a_shell() {
        let cases = [
            ("abc", "abc"),
            ("a b", "\"a b\""),
            ("a$b", "'a$b'"),
            ("a'$b", "\"a'\\$b\""),
            ("", "\"\""),
        ];
        for (word, quoted) in cases {
            assert_eq!(shell_word(word), quoted);
        }
    }
}
