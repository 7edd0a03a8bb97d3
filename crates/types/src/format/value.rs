//! Values in the text of types: parameters of `Init`, `URI` and object types.

use super::Formatter;
use crate::{quote::puppet_quote, ty::Type, value::Value};

pub(super) fn write(formatter: &mut Formatter<'_, '_>, value: &Value) {
    match value {
        Value::Undef => formatter.out.push_str("undef"),
        Value::Default => formatter.out.push_str("default"),
        Value::Boolean(value) => formatter.push(format_args!("{value}")),
        Value::Integer(number) => formatter.push(format_args!("{number}")),
        Value::BigInteger(number) => formatter.push(format_args!("{number}")),
        Value::Float(number) => formatter.push(format_args!("{}", crate::float::Float64(*number))),
        Value::String(text) => formatter.out.push_str(&puppet_quote(text)),
        Value::Regexp(regexp) => formatter.out.push_str(&regexp.delimited()),
        Value::SemVer(version) => formatter.push(format_args!("'{version}'")),
        Value::SemVerRange(range) => formatter.push(format_args!("'{range}'")),
        Value::Timespan(span) => formatter.push(format_args!("'{span}'")),
        Value::Timestamp(stamp) => formatter.push(format_args!("'{stamp}'")),
        Value::Binary(binary) => {
            formatter.push(format_args!("Binary({})", puppet_quote(&binary.strict())))
        }
        Value::Uri(uri) => formatter.push(format_args!("URI({})", puppet_quote(&uri.to_string()))),
        Value::Array(items) => {
            formatter.bracketed("", |this| this.separated(items, write));
        }
        Value::Hash(entries) => {
            formatter.out.push('{');
            let entries: Vec<_> = entries.iter().collect();
            formatter.separated(&entries, |this, (key, value)| {
                write(this, key);
                this.out.push_str(" => ");
                write(this, value);
            });
            formatter.out.push('}');
        }
        Value::Sensitive(_) => {
            formatter.out.push_str("Instance of ");
            let ty = formatter.relate.infer(value);
            formatter.ty(&ty);
        }
        Value::Type(ty) => formatter.ty(ty),
        Value::Iterator(_) => formatter.out.push_str("Iterator"),
        Value::Object(object) => {
            formatter.ty(&object.ty);
            formatter.out.push_str("({");
            let defaults = match &object.ty {
                Type::Object(Some(ty)) => formatter.relate.object(ty).attributes.clone(),
                _ => Vec::new(),
            };
            let is_default = |name: &smol_str::SmolStr, value: &Value| {
                let attribute = defaults.iter().find(|attribute| attribute.name == *name);
                attribute.is_some_and(|attribute| attribute.default.as_ref() == Some(value))
            };
            let attributes: Vec<_> = object
                .attributes
                .iter()
                .filter(|(name, value)| !is_default(name, value))
                .collect();
            formatter.separated(&attributes, |this, (name, value)| {
                this.out.push_str(&puppet_quote(name));
                this.out.push_str(" => ");
                write(this, value);
            });
            formatter.out.push_str("})");
        }
    }
}
