//! Texts of arrays and hashes.

use puppet_types::{HashValue, Value};

use super::{Converter, FormatMap, Indentation, StringFormat, illegal};
use crate::ConvertError;

fn is_collection(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}

/// What is written by the formats of its container, and not by the formats of elements.
fn is_container(value: &Value) -> bool {
    is_collection(value) || matches!(value, Value::Object(_))
}

/// Ruby's `rstrip`.
fn trim_end(text: &mut String) {
    let end = text
        .trim_end_matches(|c: char| c.is_ascii_whitespace() || matches!(c, '\x0b' | '\0'))
        .len();
    text.truncate(end);
}

impl Converter<'_> {
    pub(super) fn array(
        &self,
        items: &[Value],
        format: &StringFormat,
        map: &FormatMap,
        indentation: Indentation,
    ) -> Result<String, ConvertError> {
        if !matches!(format.letter, 'a' | 's' | 'p') {
            return illegal("Array", format, "asp");
        }
        let indentation = indentation.indenting(format.alternate || indentation.indenting);
        let children = indentation.increase(format.alternate);
        let texts = self.elements(items, format, map, children)?;
        let breaks = format.alternate
            && format
                .width
                .is_some_and(|width| widest(items, &texts) > width);
        let (open, close) = format.delimiters.unwrap_or(("[", "]"));
        let mut text = opening(indentation);
        text.push_str(open);
        let separator = format.container.separator.as_deref().unwrap_or(", ");
        let mut before: Option<&Value> = None;
        for (item, element) in items.iter().zip(&texts) {
            let plain = !is_collection(item);
            match before {
                None if breaks && plain => text.push(' '),
                None => {}
                Some(before) => {
                    text.push_str(separator);
                    if plain && (breaks || (format.alternate && is_collection(before))) {
                        if !text.ends_with('\n') {
                            trim_end(&mut text);
                        }
                        text.push('\n');
                        text.push_str(&children.padding());
                    }
                }
            }
            if text.ends_with(' ') && element.starts_with('\n') {
                trim_end(&mut text);
            }
            text.push_str(element);
            before = Some(item);
        }
        text.push_str(close);
        Ok(text)
    }

    /// The texts of the elements.
    fn elements(
        &self,
        items: &[Value],
        format: &StringFormat,
        map: &FormatMap,
        children: Indentation,
    ) -> Result<Vec<String>, ConvertError> {
        let inner = format
            .container
            .formats
            .as_ref()
            .unwrap_or(FormatMap::elements());
        let children = children.subsequent();
        items
            .iter()
            .map(|item| self.convert(item, if is_container(item) { map } else { inner }, children))
            .collect()
    }

    pub(super) fn hash(
        &self,
        entries: &HashValue,
        format: &StringFormat,
        map: &FormatMap,
        indentation: Indentation,
    ) -> Result<String, ConvertError> {
        match format.letter {
            'a' => {
                let pairs: Vec<Value> = entries
                    .iter()
                    .map(|(key, value)| Value::array(vec![key.clone(), value.clone()]))
                    .collect();
                self.convert(&Value::array(pairs), map, indentation)
            }
            'h' | 's' | 'p' => self.entries(entries, format, map, indentation),
            _ => illegal("Hash", format, "hasp"),
        }
    }

    fn entries(
        &self,
        entries: &HashValue,
        format: &StringFormat,
        map: &FormatMap,
        indentation: Indentation,
    ) -> Result<String, ConvertError> {
        let indentation = indentation.indenting(format.alternate || indentation.indenting);
        let children = indentation.increase(false);
        let mut separator = format
            .container
            .separator
            .clone()
            .unwrap_or_else(|| ", ".to_owned());
        let (mut line_end, mut padding) = ("", String::new());
        if format.alternate {
            if !separator.ends_with('\n') {
                trim_end(&mut separator);
            }
            separator.push('\n');
            line_end = "\n";
            padding = children.padding();
        }
        let between = format.container.separator2.as_deref().unwrap_or(" => ");
        let inner = format
            .container
            .formats
            .as_ref()
            .unwrap_or(FormatMap::elements());
        let convert = |value: &Value| {
            self.convert(
                value,
                if is_container(value) { map } else { inner },
                children,
            )
        };
        let mut texts = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            texts.push(format!(
                "{padding}{}{between}{}",
                convert(key)?,
                convert(value)?
            ));
        }
        let (open, close) = format.delimiters.unwrap_or(("{", "}"));
        let outer = if format.alternate {
            indentation.padding()
        } else {
            String::new()
        };
        Ok(format!(
            "{}{open}{line_end}{}{line_end}{outer}{close}",
            opening(indentation),
            texts.join(&separator)
        ))
    }
}

/// The line end and the padding before a container that starts a line.
fn opening(indentation: Indentation) -> String {
    if indentation.breaks() {
        format!("\n{}", indentation.padding())
    } else {
        String::new()
    }
}

/// The length of the longest sequence of elements without a collection among them.
fn widest(items: &[Value], texts: &[String]) -> usize {
    let mut widest = 0;
    let mut current = 0;
    for (item, text) in items.iter().zip(texts) {
        current = if is_collection(item) {
            0
        } else {
            current + text.chars().count()
        };
        widest = widest.max(current);
    }
    widest
}
