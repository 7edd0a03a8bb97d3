//! Values as text: in interpolations and logs, and in Puppet's messages.

use puppet_types::{Float64, TypeContext, Value};

/// What an interpolation inserts for the value (`EvaluatorImpl#string`).
pub fn interpolated(context: &dyn TypeContext, value: &Value) -> String {
    let mut text = String::new();
    write_interpolated(context, &mut text, value);
    text
}

/// Writes the brackets of an array or a hash, and with `write` what is in it; `arrow` stands between key and value.
fn write_container(
    out: &mut String,
    container: &Value,
    arrow: &str,
    write: &mut dyn FnMut(&mut String, &Value),
) {
    match container {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write(out, item);
            }
            out.push(']');
        }
        Value::Hash(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write(out, key);
                out.push_str(arrow);
                write(out, value);
            }
            out.push('}');
        }
        _ => write(out, container),
    }
}

fn write_interpolated(context: &dyn TypeContext, out: &mut String, value: &Value) {
    match value {
        Value::Array(_) | Value::Hash(_) => {
            write_container(out, value, " => ", &mut |out, item| {
                write_interpolated(context, out, item);
            })
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
        Value::BigInteger(value) => out.push_str(&value.to_string()),
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
                out.push_str(&format!(
                    "'{name}' => {}",
                    puppet_convert::literal_form(context, value)
                ));
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
        Value::String(text) => out.push_str(&puppet_convert::string::ruby_inspect(text)),
        Value::Regexp(regexp) => out.push_str(&regexp.delimited()),
        Value::Array(_) | Value::Hash(_) => write_container(out, value, "=>", &mut |out, item| {
            write_inspected(context, out, item);
        }),
        Value::Sensitive(_) => out.push_str("#<Sensitive [value redacted]>"),
        Value::Timespan(_) => out.push_str("#<Puppet::Pops::Time::Timespan>"),
        Value::Timestamp(_) => out.push_str("#<Puppet::Pops::Time::Timestamp>"),
        Value::Binary(_) => out.push_str("#<Puppet::Pops::Types::PBinaryType::Binary>"),
        Value::Iterator(_) => out.push_str("#<Puppet::Pops::Types::Iterator>"),
        other => write_ruby(context, out, other),
    }
}

#[cfg(test)]
mod tests {
    use puppet_types::BuiltinContext;

    use super::*;

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
    }
}
