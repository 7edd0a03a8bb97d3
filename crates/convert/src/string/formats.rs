//! Maps from types to formats: parsing, merging with the defaults, and the format of a value.

use std::{cmp::Ordering, sync::LazyLock};

use puppet_types::{HashValue, Relate, Type, Value};

use super::format::{Container, StringFormat};
use crate::ConvertError;

/// Formats for types, the most specific first.
#[derive(Debug, Clone, PartialEq)]
pub struct FormatMap(Vec<(Type, StringFormat)>);

static DEFAULTS: LazyLock<FormatMap> = LazyLock::new(|| {
    let elements = FormatMap(vec![(Type::Any, StringFormat::letter('p'))]);
    let container = |separator2: &str| Container {
        separator: Some(", ".to_owned()),
        separator2: Some(separator2.to_owned()),
        formats: Some(elements.clone()),
    };
    FormatMap(vec![
        (Type::Object(None), StringFormat::letter('p')),
        (Type::FLOAT, StringFormat::letter('f')),
        (Type::Numeric, StringFormat::letter('d')),
        (
            Type::array(),
            StringFormat::letter('a').with_container(container(", ")),
        ),
        (
            Type::hash(),
            StringFormat::letter('h').with_container(container(" => ")),
        ),
        (Type::Binary, StringFormat::letter('B')),
        (Type::Any, StringFormat::letter('s')),
    ])
});

static ELEMENTS: LazyLock<FormatMap> =
    LazyLock::new(|| FormatMap(vec![(Type::Any, StringFormat::letter('p'))]));

/// Keys of a format for containers.
const CONTAINER_KEYS: [&str; 4] = ["separator", "separator2", "format", "string_formats"];

impl FormatMap {
    /// The formats of values that none is given for.
    pub(super) fn defaults() -> &'static Self {
        &DEFAULTS
    }

    /// The formats of elements of containers that none is given for.
    pub(super) fn elements() -> &'static Self {
        &ELEMENTS
    }

    /// A map of one format.
    pub(super) fn from_format(ty: Type, format: StringFormat) -> Self {
        Self(vec![(ty, format)])
    }

    /// Reads a map that a program gives.
    pub(super) fn from_hash(
        relate: &Relate<'_>,
        entries: &HashValue,
    ) -> Result<Self, ConvertError> {
        let mut map = Vec::new();
        for (key, value) in entries {
            let Value::Type(ty) = key else {
                return ConvertError::raised(
                    "top level keys in the format hash must be data types",
                );
            };
            map.push((ty.clone(), Self::read_format(relate, value)?));
        }
        Ok(Self(map))
    }

    fn read_format(relate: &Relate<'_>, value: &Value) -> Result<StringFormat, ConvertError> {
        let entries = match value {
            Value::String(source) => return StringFormat::parse(source),
            Value::Hash(entries) => entries,
            _ => return Err(ConvertError::Undecidable),
        };
        let known = |key: &Value| {
            key.as_str()
                .is_some_and(|key| CONTAINER_KEYS.contains(&key))
        };
        if !entries.keys().all(known) {
            return Err(ConvertError::Undecidable);
        }
        let get = |key: &str| entries.get(&Value::from(key));
        let text = |key: &str| get(key).and_then(Value::as_str).map(str::to_owned);
        let format = StringFormat::parse(&text("format").unwrap_or_default())?;
        let container = Container {
            separator: text("separator"),
            separator2: text("separator2"),
            formats: match get("string_formats") {
                Some(Value::Hash(entries)) => Some(Self::from_hash(relate, entries)?),
                _ => None,
            },
        };
        Ok(format.with_container(container))
    }

    /// The map with the defaults for what it does not cover.
    pub(super) fn merge_over_defaults(&self, relate: &Relate<'_>) -> Self {
        merge(relate, Self::defaults(), self)
    }

    /// The first format for a type that accepts the given one.
    pub(super) fn find(&self, relate: &Relate<'_>, ty: &Type) -> StringFormat {
        let found = self.0.iter().find(|(key, _)| relate.assignable(key, ty));
        found.map_or_else(|| StringFormat::letter('s'), |(_, format)| format.clone())
    }
}

/// Lower formats are dropped where a higher one covers their whole type; formats for the same type are merged.
fn merge(relate: &Relate<'_>, lower: &FormatMap, higher: &FormatMap) -> FormatMap {
    let covered = |ty: &Type| {
        higher
            .0
            .iter()
            .any(|(key, _)| key != ty && relate.assignable(key, ty))
    };
    let mut merged: Vec<(Type, StringFormat)> = lower
        .0
        .iter()
        .filter(|(ty, _)| !covered(ty))
        .cloned()
        .collect();
    for (ty, format) in &higher.0 {
        match merged.iter_mut().find(|(key, _)| key == ty) {
            Some((_, before)) => *before = merge_formats(relate, before, format),
            None => merged.push((ty.clone(), format.clone())),
        }
    }
    sort(relate, &mut merged);
    FormatMap(merged)
}

fn merge_formats(relate: &Relate<'_>, lower: &StringFormat, higher: &StringFormat) -> StringFormat {
    let formats = match (&lower.container.formats, &higher.container.formats) {
        (Some(lower), Some(higher)) => Some(merge(relate, lower, higher)),
        (lower, higher) => higher.clone().or_else(|| lower.clone()),
    };
    let container = Container {
        separator: higher
            .container
            .separator
            .clone()
            .or_else(|| lower.container.separator.clone()),
        separator2: higher
            .container
            .separator2
            .clone()
            .or_else(|| lower.container.separator2.clone()),
        formats,
    };
    higher.clone().with_container(container)
}

/// Sorts by specificity. The order is not total; so that the outcome is Puppet's, the algorithm has to be that of the C
/// library, a merge sort that splits in halves.
fn sort(relate: &Relate<'_>, formats: &mut Vec<(Type, StringFormat)>) {
    if formats.len() < 2 {
        return;
    }
    let mut right = formats.split_off(formats.len() / 2);
    sort(relate, formats);
    sort(relate, &mut right);
    let mut left = std::mem::take(formats).into_iter().peekable();
    let mut right = right.into_iter().peekable();
    while let (Some((a, _)), Some((b, _))) = (left.peek(), right.peek()) {
        let next = if compare(relate, a, b).is_le() {
            left.next()
        } else {
            right.next()
        };
        formats.extend(next);
    }
    formats.extend(left);
    formats.extend(right);
}

fn compare(relate: &Relate<'_>, a: &Type, b: &Type) -> Ordering {
    let (b_accepts, a_accepts) = (relate.assignable(b, a), relate.assignable(a, b));
    match (a_accepts, b_accepts) {
        _ if a == b => Ordering::Equal,
        (false, true) => Ordering::Less,
        (true, false) => Ordering::Greater,
        _ => match (rank(a), rank(b)) {
            (0, _) | (_, 0) => relate.to_text(a).cmp(&relate.to_text(b)),
            (a, b) => a.cmp(&b),
        },
    }
}

fn rank(ty: &Type) -> u8 {
    match ty {
        Type::Struct(_) => 1,
        Type::Hash(_) => 2,
        Type::Tuple(_) => 3,
        Type::Array(_) => 4,
        Type::Pattern(_) => 10,
        Type::Enum(_) => 11,
        Type::String(_) => 12,
        _ => 0,
    }
}
