//! The keys of Hiera's data: their values, and the names in them.

use puppet_data::{DataValue, Scalar, ValueKind};
use puppet_lookup::interpolation_syntax::interpolations;
use smol_str::SmolStr;

use crate::entity::EntityKind;
use crate::mention::{Mention, Mentions};

/// A value as a text that is the same wherever and however it is written.
pub(crate) fn canonical_value(value: &DataValue) -> String {
    let mut text = String::new();
    append(value, &mut text);
    text
}

fn append(value: &DataValue, out: &mut String) {
    match &value.kind {
        ValueKind::Scalar(scalar) => out.push_str(&format!("{scalar:?}")),
        ValueKind::Sequence(items) => {
            out.push('[');
            for item in items {
                append(item, out);
                out.push(',');
            }
            out.push(']');
        }
        ValueKind::Mapping(entries) => {
            out.push('{');
            for entry in entries {
                out.push_str(&format!("{:?}=>", entry.key_scalar));
                append(&entry.value, out);
                out.push(',');
            }
            out.push('}');
        }
    }
}

/// Keys with such words in their names may have names of classes as single words.
const OF_CLASSES: [&str; 5] = ["class", "role", "profile", "include", "module"];

/// Adds what the value of a key mentions: names of classes and types, also as keys, and other keys and variables in
/// interpolations. A word without `::` is the name of a class only in a list, or where the key says so.
pub(crate) fn add_entry(key: &str, value: &DataValue, out: &mut Mentions) {
    let may_be_word = OF_CLASSES.iter().any(|word| key.contains(word));
    match &value.kind {
        ValueKind::Sequence(items) => items.iter().for_each(|it| match it.as_str() {
            Some(text) => add_text(text, true, out),
            None => add_value(it, may_be_word, out),
        }),
        _ => add_value(value, may_be_word, out),
    }
}

/// The same for any value.
pub(crate) fn add_value(value: &DataValue, may_be_word: bool, out: &mut Mentions) {
    match &value.kind {
        ValueKind::Scalar(Scalar::String(text)) => add_text(text, may_be_word, out),
        ValueKind::Scalar(_) => {}
        ValueKind::Sequence(items) => items.iter().for_each(|it| add_value(it, may_be_word, out)),
        ValueKind::Mapping(entries) => {
            for entry in entries {
                add_text(&entry.key, may_be_word, out);
                add_value(&entry.value, may_be_word, out);
            }
        }
    }
}

fn add_text(text: &str, may_be_word: bool, out: &mut Mentions) {
    let found = interpolations(text);
    let (Some(first), Some(last)) = (found.first(), found.last()) else {
        if may_be_word || text.contains("::") || text.contains('/') {
            out.add_name_in_data(text);
        }
        return;
    };
    let start = text.get(..first.start).unwrap_or_default();
    let end = text.get(last.end..).unwrap_or_default();
    out.add_pattern(start, end, false);
    for interpolation in &found {
        match &interpolation.call {
            Some(call) if matches!(call.method, "lookup" | "hiera" | "alias") => {
                let root = call.key.split('.').next().unwrap_or_default();
                out.add_entity(EntityKind::DataKey, root.trim_start_matches("::"));
            }
            Some(call) => add_variable(call.key, out),
            None => add_variable(interpolation.expression, out),
        }
    }
}

/// Adds a variable of an interpolation: `facts.os.family`, `::role`, `web::port`.
fn add_variable(expression: &str, out: &mut Mentions) {
    let name = expression.trim_start_matches("::");
    let mut parts = name.split('.');
    match (parts.next(), parts.next()) {
        (Some("facts"), Some(fact)) => out.add_entity(EntityKind::Fact, SmolStr::from(fact)),
        (Some(name), _) => out.add(Mention::Variable(name.into())),
        (None, _) => {}
    }
}
