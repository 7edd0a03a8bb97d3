//! `String.new`: the text of any value, by formats for types of values (Puppet's `StringConverter`).

mod collection;
mod display;
mod format;
mod formats;
mod object;
mod quote;
mod scalar;
mod sprintf;

pub use scalar::capitalize;

pub use puppet_types::quote::puppet_quote;
use puppet_types::{Relate, Type, TypeContext, Value};

pub use self::{
    display::to_display_string,
    format::{Container, StringFormat},
    formats::FormatMap,
    quote::ruby_inspect,
};
use crate::ConvertError;

/// Deepest nesting of values that is written.
const MAX_DEPTH: usize = 100;

/// The text of a value by the second argument of `String.new`: `default`, one format, or a map from types to formats.
pub fn format_value(
    context: &dyn TypeContext,
    value: &Value,
    formats: &Value,
) -> Result<String, ConvertError> {
    let relate = Relate::new(context);
    let ty = relate.infer_set(value);
    let map = match formats {
        Value::Default => FormatMap::defaults().clone(),
        Value::String(format) => {
            let key = match value {
                Value::Array(_) => Type::array(),
                Value::Hash(_) => Type::hash(),
                _ => ty,
            };
            FormatMap::from_format(key, StringFormat::parse(format)?).merge_over_defaults(&relate)
        }
        Value::Hash(entries) => {
            FormatMap::from_hash(&relate, entries)?.merge_over_defaults(&relate)
        }
        _ => return Err(ConvertError::Undecidable),
    };
    let converter = Converter { relate: &relate };
    let text = converter.convert(value, &map, Indentation::START)?;
    // Which format applies may depend on types that are not known.
    if relate.doubt().is_some() {
        return Err(ConvertError::Undecidable);
    }
    Ok(text)
}

/// Writes values.
struct Converter<'c> {
    relate: &'c Relate<'c>,
}

/// How far nested containers are indented.
#[derive(Debug, Clone, Copy)]
struct Indentation {
    level: usize,
    first: bool,
    indenting: bool,
}

impl Indentation {
    const START: Self = Self {
        level: 0,
        first: true,
        indenting: false,
    };

    fn subsequent(self) -> Self {
        Self {
            first: false,
            ..self
        }
    }

    fn indenting(self, indenting: bool) -> Self {
        Self { indenting, ..self }
    }

    fn increase(self, indenting: bool) -> Self {
        Self {
            level: self.level + 1,
            first: true,
            indenting,
        }
    }

    fn breaks(self) -> bool {
        self.indenting && self.level > 0 && !self.first
    }

    fn padding(self) -> String {
        "  ".repeat(self.level)
    }
}

impl Converter<'_> {
    fn convert(
        &self,
        value: &Value,
        map: &FormatMap,
        indentation: Indentation,
    ) -> Result<String, ConvertError> {
        if indentation.level > MAX_DEPTH {
            return Err(ConvertError::Undecidable);
        }
        if let Value::Iterator(iterator) = value {
            return self.convert(&Value::array(iterator.items.clone()), map, indentation);
        }
        let format = map.find(self.relate, &self.relate.infer_set(value));
        match value {
            Value::Array(items) => self.array(items, &format, map, indentation),
            Value::Hash(entries) => self.hash(entries, &format, map, indentation),
            Value::Object(object) => self.object(object, &format, indentation),
            value => self.scalar(value, &format),
        }
    }
}

/// An error that the letter of a format does not fit the type.
fn illegal<T>(ty: &str, format: &StringFormat, letters: &str) -> Result<T, ConvertError> {
    ConvertError::raised(format!(
        "Illegal format '{}' specified for value of {ty} type - expected one of the characters '{letters}'",
        format.letter
    ))
}
