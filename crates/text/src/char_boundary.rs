//! Boundaries of characters.

/// The last boundary of a character at or before a byte.
#[must_use]
pub fn floor_char_boundary(text: &str, byte: usize) -> usize {
    let mut before = (0..=byte.min(text.len())).rev();
    let boundary = before.find(|byte| text.is_char_boundary(*byte));
    boundary.unwrap_or(0)
}
