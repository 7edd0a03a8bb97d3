//! Values as text: in interpolations and logs, in Puppet's messages, and in the form that can be evaluated again.

use puppet_types::{Float64, TypeContext, Value};

/// What an interpolation inserts for the value (`EvaluatorImpl#string`).
pub fn interpolated(context: &dyn TypeContext, value: &Value) -> String {
    let mut text = String::new();
    write_interpolated(context, &mut text, value);
    text
}

fn write_interpolated(context: &dyn TypeContext, out: &mut String, value: &Value) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_interpolated(context, out, item);
            }
            out.push(']');
        }
        Value::Hash(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_interpolated(context, out, key);
                out.push_str(" => ");
                write_interpolated(context, out, value);
            }
            out.push('}');
        }
        Value::Regexp(regexp) => out.push_str(&regexp.delimited()),
        other => write_ruby(context, out, other),
    }
}

/// What Ruby's `to_s` gives for the value, as Puppet's messages and 3.x functions use it.
pub fn ruby(context: &dyn TypeContext, value: &Value) -> String {
    let mut text = String::new();
    write_ruby(context, &mut text, value);
    text
}

fn write_ruby(context: &dyn TypeContext, out: &mut String, value: &Value) {
    match value {
        Value::Undef => {}
        Value::Default => out.push_str("default"),
        Value::Boolean(true) => out.push_str("true"),
        Value::Boolean(false) => out.push_str("false"),
        Value::Integer(value) => out.push_str(&value.to_string()),
        Value::Float(value) => out.push_str(&Float64(*value).to_string()),
        Value::String(text) => out.push_str(text),
        Value::Regexp(regexp) => out.push_str(&regexp.to_string()),
        Value::SemVer(version) => out.push_str(&version.to_string()),
        Value::SemVerRange(range) => out.push_str(&range.to_string()),
        Value::Timespan(span) => out.push_str(&span.to_string()),
        Value::Timestamp(time) => out.push_str(&time.to_string()),
        Value::Binary(binary) => out.push_str(&binary.to_string()),
        Value::Uri(uri) => out.push_str(&uri.to_string()),
        Value::Array(_) | Value::Hash(_) => write_inspected(context, out, value),
        Value::Sensitive(_) => out.push_str("Sensitive [value redacted]"),
        Value::Type(ty) => out.push_str(&puppet_types::type_to_string(context, ty)),
        Value::Iterator(iterator) => match &iterator.element_type {
            Some(ty) => out.push_str(&format!(
                "Iterator[{}]-Value",
                puppet_types::generalize(context, ty)
            )),
            None => out.push_str("Iterator-Value"),
        },
        Value::Object(object) => {
            out.push_str(&puppet_types::type_to_string(context, &object.ty));
            out.push_str("({");
            for (index, (name, value)) in object.attributes.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                out.push_str(&format!("'{name}' => {}", literal(context, value)));
            }
            out.push_str("})");
        }
    }
}

/// What Ruby's `inspect` gives for the value. Objects that Ruby shows with their address have only their class.
pub fn inspected(context: &dyn TypeContext, value: &Value) -> String {
    let mut text = String::new();
    write_inspected(context, &mut text, value);
    text
}

fn write_inspected(context: &dyn TypeContext, out: &mut String, value: &Value) {
    match value {
        Value::Undef => out.push_str("nil"),
        Value::Default => out.push_str(":default"),
        Value::String(text) => write_quoted(out, text),
        Value::Regexp(regexp) => out.push_str(&regexp.delimited()),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_inspected(context, out, item);
            }
            out.push(']');
        }
        Value::Hash(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_inspected(context, out, key);
                out.push_str("=>");
                write_inspected(context, out, value);
            }
            out.push('}');
        }
        Value::Sensitive(_) => out.push_str("#<Sensitive [value redacted]>"),
        Value::Timespan(_) => out.push_str("#<Puppet::Pops::Time::Timespan>"),
        Value::Timestamp(_) => out.push_str("#<Puppet::Pops::Time::Timestamp>"),
        Value::Binary(_) => out.push_str("#<Puppet::Pops::Types::PBinaryType::Binary>"),
        Value::Iterator(_) => out.push_str("#<Puppet::Pops::Types::Iterator>"),
        other => write_ruby(context, out, other),
    }
}

/// Ruby's `String#inspect`.
fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{b}' => out.push_str("\\v"),
            '\u{c}' => out.push_str("\\f"),
            '\u{1b}' => out.push_str("\\e"),
            '#' if matches!(chars.peek(), Some('{' | '$' | '@')) => out.push_str("\\#"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Text from which Puppet makes the same value, where that is possible.
pub fn literal(context: &dyn TypeContext, value: &Value) -> String {
    match value {
        Value::Undef => "undef".to_owned(),
        Value::String(text) => quoted(text),
        Value::Regexp(regexp) => regexp.delimited(),
        Value::SemVer(version) => format!("SemVer('{version}')"),
        Value::SemVerRange(range) => format!("SemVerRange('{range}')"),
        Value::Timespan(span) => format!("Timespan('{}')", exact_timespan(span.nanos())),
        Value::Timestamp(time) => format!("Timestamp('{time}')"),
        Value::Binary(binary) => format!("Binary('{binary}')"),
        Value::Uri(uri) => format!("URI('{uri}')"),
        Value::Array(items) => format!("[{}]", literals(context, items)),
        Value::Iterator(iterator) => format!("Iterator([{}])", literals(context, &iterator.items)),
        Value::Hash(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| {
                    format!("{} => {}", literal(context, key), literal(context, value))
                })
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
        Value::Sensitive(inner) => format!("Sensitive({})", literal(context, inner)),
        other => ruby(context, other),
    }
}

fn literals(context: &dyn TypeContext, items: &[Value]) -> String {
    items
        .iter()
        .map(|item| literal(context, item))
        .collect::<Vec<_>>()
        .join(", ")
}

/// `days-hours:minutes:seconds.nanoseconds` with all nine digits.
fn exact_timespan(nanos: i128) -> String {
    let (seconds, fraction) = (
        nanos.unsigned_abs() / 1_000_000_000,
        nanos.unsigned_abs() % 1_000_000_000,
    );
    let (minutes, second) = (seconds / 60, seconds % 60);
    let (hours, minute) = (minutes / 60, minutes % 60);
    let (days, hour) = (hours / 24, hours % 24);
    let sign = if nanos < 0 { "-" } else { "" };
    format!("{sign}{days}-{hour:02}:{minute:02}:{second:02}.{fraction:09}")
}

/// The string as a literal of Puppet: in single quotes, or in double quotes when it has control characters
/// (`StringConverter#puppet_quote`, which leaves a backslash as it is).
pub fn quoted(text: &str) -> String {
    if text.chars().any(|c| c < ' ') {
        return double_quoted(text);
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push('\'');
    let mut escaped = false;
    for c in text.chars() {
        match c {
            _ if escaped => {
                out.push('\\');
                out.push(c);
                escaped = false;
            }
            '\'' => out.push_str("\\'"),
            '\\' => escaped = true,
            c => out.push(c),
        }
    }
    if escaped {
        out.push('\\');
    }
    out.push('\'');
    out
}

fn double_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '$' => out.push_str("\\$"),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => out.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use puppet_types::BuiltinContext;

    use super::*;

    #[test]
    fn quotes_strings() {
        let cases = [
            ("abc", "'abc'"),
            ("it's", "'it\\'s'"),
            ("a\\b", "'a\\b'"),
            ("a\nb", "\"a\\nb\""),
            ("a\n$x\\\"", "\"a\\n\\$x\\\\\\\"\""),
        ];
        for (text, expected) in cases {
            assert_eq!(quoted(text), expected, "{text:?}");
        }
    }

    #[test]
    fn values_as_text() {
        let value = Value::array(vec![
            Value::from("a\"#{x}"),
            Value::Undef,
            Value::Default,
            Value::Float(1.0),
        ]);
        assert_eq!(
            interpolated(&BuiltinContext, &value),
            "[a\"#{x}, , default, 1.0]"
        );
        assert_eq!(
            ruby(&BuiltinContext, &value),
            r##"["a\"\#{x}", nil, :default, 1.0]"##
        );
        assert_eq!(
            literal(&BuiltinContext, &value),
            r##"['a"#{x}', undef, default, 1.0]"##
        );
    }
}
