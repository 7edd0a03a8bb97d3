//! The text of a value from which Puppet makes the same value, where there is such a text.

use puppet_scalars::Timespan;
use puppet_types::{ObjectValue, Type, TypeContext, Value, type_to_string};

use crate::{new::object::attributes, number::float_text, string::puppet_quote};

/// Deepest nesting of values that is written; deeper ones are an ellipsis.
const MAX_DEPTH: usize = 500;

/// A value as an expression of the language.
pub fn literal_form(context: &dyn TypeContext, value: &Value) -> String {
    let mut text = String::new();
    write(context, value, &mut text, 0);
    text
}

fn write(context: &dyn TypeContext, value: &Value, text: &mut String, depth: usize) {
    if depth > MAX_DEPTH {
        text.push_str("...");
        return;
    }
    let nested = |value: &Value, text: &mut String| write(context, value, text, depth + 1);
    match value {
        Value::Undef => text.push_str("undef"),
        Value::Default => text.push_str("default"),
        Value::Boolean(value) => text.push_str(&value.to_string()),
        Value::Integer(value) => text.push_str(&value.to_string()),
        Value::BigInteger(value) => text.push_str(&value.to_string()),
        Value::Float(value) => text.push_str(&float_text(*value)),
        Value::String(value) => text.push_str(&puppet_quote(value)),
        Value::Regexp(value) => text.push_str(&value.delimited()),
        Value::Type(ty) => text.push_str(&type_to_string(context, ty)),
        Value::SemVer(value) => text.push_str(&format!("SemVer('{value}')")),
        Value::SemVerRange(value) => text.push_str(&format!("SemVerRange('{value}')")),
        Value::Timespan(value) => {
            text.push_str(&format!("Timespan('{}')", exact_timespan(**value)))
        }
        Value::Timestamp(value) => text.push_str(&format!("Timestamp('{value}')")),
        Value::Binary(value) => text.push_str(&format!("Binary('{value}')")),
        Value::Uri(value) => text.push_str(&format!("URI('{value}')")),
        Value::Array(items) => write_list(items, text, nested),
        Value::Hash(entries) => {
            text.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                nested(key, text);
                text.push_str(" => ");
                nested(value, text);
            }
            text.push('}');
        }
        Value::Sensitive(value) => {
            text.push_str("Sensitive(");
            nested(value, text);
            text.push(')');
        }
        Value::Iterator(iterator) => {
            text.push_str("Iterator(");
            write_list(&iterator.items, text, nested);
            text.push(')');
        }
        // Puppet has a class of Ruby for these, without a form of its own.
        Value::Object(object) if object.ty == Type::named_object("Error") => {
            text.push_str("<Puppet::DataTypes::Error>");
        }
        Value::Object(object) => {
            text.push_str(&format!("{}({{", object.ty));
            for (index, (name, value)) in non_default_attributes(context, object).enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                text.push_str(&format!("{} => ", puppet_quote(name)));
                nested(value, text);
            }
            text.push_str("})");
        }
    }
}

/// The attributes of an object that have other values than the default ones.
pub(crate) fn non_default_attributes<'a>(
    context: &dyn TypeContext,
    object: &'a ObjectValue,
) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let known = attributes(context, &object.ty).unwrap_or_default();
    object
        .attributes
        .iter()
        .map(|(name, value)| (name.as_str(), value))
        .filter(move |(name, value)| {
            let default = known
                .iter()
                .find(|it| it.name == *name)
                .and_then(|it| it.default.as_ref());
            default != Some(value)
        })
}

fn write_list(items: &[Value], text: &mut String, nested: impl Fn(&Value, &mut String)) {
    text.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        nested(item, text);
    }
    text.push(']');
}

/// Days, hours, minutes, seconds, and all nine digits of the fraction: Puppet's own text leaves out zeros that count.
fn exact_timespan(span: Timespan) -> String {
    let nanos = span.nanos().unsigned_abs();
    let (seconds, fraction) = (nanos / 1_000_000_000, nanos % 1_000_000_000);
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    let sign = if span.is_negative() { "-" } else { "" };
    format!(
        "{sign}{}-{:02}:{:02}:{:02}.{fraction:09}",
        hours / 24,
        hours % 24,
        minutes % 60,
        seconds % 60
    )
}
