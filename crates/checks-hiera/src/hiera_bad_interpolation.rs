//! `%{…}` that Puppet refuses.

use puppet_data::{DataValue, Scalar, ValueKind};
use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};
use puppet_text::{TextRange, TextSize};

use crate::data_context::DataContext;
use puppet_semantic::hiera::interpolation_syntax::{METHODS, interpolations};
use puppet_semantic::hiera::lookup_options;
use puppet_semantic::similar_name::with_similar;
use puppet_text::closest;

declare_rule! {
    /// An interpolation in Hiera data (`%{…}`) is not valid.
    pub HIERA_BAD_INTERPOLATION = { code: "H605", name: "hiera-bad-interpolation", level: Error, fix: Unsafe }
}

pub(crate) fn check(data: &DataContext<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let entries = data.entries().iter();
    let mut open: Vec<&DataValue> = entries
        .filter(|entry| entry.key != lookup_options::KEY)
        .map(|entry| &entry.value)
        .collect();
    while let Some(value) = open.pop() {
        match &value.kind {
            ValueKind::Scalar(Scalar::String(text)) => check_text(data, value, text, out),
            ValueKind::Scalar(_) => {}
            ValueKind::Sequence(elements) => open.extend(elements),
            ValueKind::Mapping(entries) => open.extend(entries.iter().map(|it| &it.value)),
        }
    }
}

fn check_text(
    data: &DataContext<'_>,
    value: &DataValue,
    text: &str,
    out: &mut Vec<Diagnostic<FilePlace>>,
) {
    for found in interpolations(text) {
        let whole = text.get(found.start..found.end).unwrap_or_default();
        let place = data.place(place_of(data, value, whole));
        let new = |message: String| Diagnostic::new(&HIERA_BAD_INTERPOLATION, place, message);
        match found.call {
            Some(call) if !METHODS.contains(&call.method) => {
                let message = format!("Unknown interpolation method '{}'", call.method);
                out.push(match closest(call.method, METHODS) {
                    Some(near) => with_similar(data.db, new(message), near),
                    None => new(message).with_help(format!("Use one of {}", METHODS.join(", "))),
                });
            }
            Some(call) if call.method == "alias" && whole != text => {
                let message = "'alias' interpolation is only permitted if the expression is equal to the entire string";
                let help = "Use 'lookup' to interpolate into a longer string";
                out.push(new(message.to_owned()).with_help(help));
            }
            Some(_) => {}
            None => {
                if let Some(method) = spaced_call(found.expression) {
                    let message = format!("Syntax error in string: {whole}");
                    let help = format!("Write {method}('…') without spaces");
                    out.push(new(message).with_help(help));
                } else if let Some(method) = open_call(found.expression) {
                    let message = format!("Syntax error in string: {whole}");
                    let help = format!("Close the quote and the parenthesis: {method}('…')");
                    out.push(new(message).with_help(help));
                }
            }
        }
    }
}

/// A call of a method with a quoted key and with spaces, which Puppet does not read as one.
fn spaced_call(expression: &str) -> Option<&str> {
    let (method, rest) = expression.split_once('(')?;
    let quote = rest.trim_start().chars().next()?;
    let inside = rest.trim().strip_suffix(')')?.trim();
    let is_quoted = matches!(quote, '\'' | '"')
        && inside.len() > 2
        && inside.ends_with(quote)
        && inside.matches(quote).count() == 2;
    let has_space = method.ends_with(' ') || rest.starts_with(' ') || rest.ends_with(" )");
    let method = method.trim_end();
    (is_quoted && has_space && METHODS.contains(&method)).then_some(method)
}

/// A call with a quoted key whose quote or parenthesis is not closed.
fn open_call(expression: &str) -> Option<&str> {
    let (method, rest) = expression.split_once('(')?;
    let quote = rest.chars().next().filter(|it| matches!(it, '\'' | '"'))?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_open = !rest.ends_with(')') || rest.matches(quote).count() == 1;
    (!method.is_empty() && method.chars().all(is_name) && is_open).then_some(method)
}

/// Where a part of a text is written, if it is written as it is.
fn place_of(data: &DataContext<'_>, value: &DataValue, part: &str) -> TextRange {
    let source = data.source(value.range);
    match source.find(part) {
        Some(at) => {
            let start = value.range.start() + TextSize::of(source.get(..at).unwrap_or_default());
            TextRange::at(start, TextSize::of(part))
        }
        None => value.range,
    }
}
