//! Values that look like a misspelled one of the listed values.

use puppet_types::Value;

use puppet_semantic::resource_types::AttributeInfo;
use puppet_text::closest_within;
use puppet_types::inferred::Inferred;

/// From so many letters on, two may differ.
const SHORTEST_OF_TWO: usize = 6;

/// A value that is accepted only because a pattern accepts nearly every string, and the listed value from which it
/// differs in a letter or two: versions have digits, and targets of links have slashes.
pub(super) fn misspelled<'a>(
    attribute: &'a AttributeInfo,
    known: &'a Inferred,
) -> Option<(&'a str, &'a str)> {
    let Inferred::Value(Value::String(text)) = known else {
        return None;
    };
    let is_word = text.chars().all(|it| it.is_ascii_alphabetic() || it == '_');
    // With one special value beside any string, the attribute is a text, such as a description.
    let is_state = attribute.values.len() > 1;
    let listed = || attribute.values.iter().chain(&attribute.aliases);
    if !is_word
        || !is_state
        || attribute.is_open
        || attribute.patterns.is_empty()
        || listed().any(|it| it == text)
    {
        return None;
    }
    let limit = if text.len() < SHORTEST_OF_TWO { 1 } else { 2 };
    let similar = closest_within(&text.to_lowercase(), listed().map(|it| &**it), limit)?;
    Some((text, similar))
}
