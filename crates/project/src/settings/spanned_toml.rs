//! TOML with places.

use puppet_data::{DataEntry, DataSyntaxError, DataValue, Scalar, Special, ValueKind};
use puppet_text::{TextRange, TextSize};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads a TOML text; a table.
///
/// # Errors
/// What is wrong and where, when the text is no TOML.
pub(super) fn parse(text: &str) -> Result<DataValue, DataSyntaxError> {
    match DeTable::parse(text) {
        Ok(table) => {
            let range = range(table.span());
            Ok(mapping(table.into_inner(), range))
        }
        Err(error) => Err(DataSyntaxError {
            message: error.message().to_owned(),
            range: range(error.span().unwrap_or_default()),
        }),
    }
}

fn range(span: std::ops::Range<usize>) -> TextRange {
    let at = |offset: usize| TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX));
    TextRange::new(at(span.start), at(span.end.max(span.start)))
}

/// Depth is bounded by the parser.
fn mapping(table: DeTable<'_>, at: TextRange) -> DataValue {
    let entries = table.into_iter().map(|(key, value)| {
        let key_range = range(key.span());
        let key = key.into_inner().into_owned();
        DataEntry {
            key_scalar: Scalar::String(key.clone()),
            key,
            key_range,
            value: convert(value),
        }
    });
    DataValue {
        kind: ValueKind::Mapping(entries.collect()),
        range: at,
    }
}

fn convert(value: Spanned<DeValue<'_>>) -> DataValue {
    let at = range(value.span());
    let kind = match value.into_inner() {
        DeValue::String(text) => ValueKind::Scalar(Scalar::String(text.into_owned())),
        DeValue::Integer(number) => ValueKind::Scalar(Scalar::Number(number.to_string())),
        DeValue::Float(number) => ValueKind::Scalar(Scalar::Number(number.to_string())),
        DeValue::Boolean(value) => ValueKind::Scalar(Scalar::Boolean(value)),
        DeValue::Datetime(time) => {
            ValueKind::Scalar(Scalar::Other(Special::Time, time.to_string()))
        }
        DeValue::Array(elements) => {
            ValueKind::Sequence(elements.into_iter().map(convert).collect())
        }
        DeValue::Table(table) => return mapping(table, at),
    };
    DataValue { kind, range: at }
}
