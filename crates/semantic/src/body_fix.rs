//! Edits that fix body diagnostics, without positions in the text.

use puppet_db::{Db, FilePlace};
use puppet_diagnostics::{Edit, Place};
use puppet_text::{TextRange, TextSize};

use crate::body_diagnostic::BodyPlace;
use crate::index::item_tree::Item;
use crate::similar_name::word_like;

/// Where an edit puts its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EditAnchor {
    /// In the place of the anchor's text.
    Instead,
    /// In front of it.
    Before,
    /// After it.
    After,
    /// In the place of a variable within a string, `$x` or `x` of `${x}`: the new text is an expression with a `$` in
    /// front.
    Interpolation,
    /// In the place of the name that the anchor's text is, without its `$`, `::` or quotes. If the text is more than a
    /// name, in the place of its word that is like the new one; without such a word the fix cannot be made.
    Name,
}

/// The edit, with the positions of now; `None` if it cannot be made.
pub(crate) fn to_file_edit(
    edit: &Edit<BodyPlace>,
    db: &dyn Db,
    item: Item,
) -> Option<Edit<FilePlace>> {
    let BodyPlace {
        item: other,
        anchor,
        spot,
    } = edit.place;
    let Place { file, range } = anchor.place(db, other.unwrap_or(item));
    let before = file.text(db).get(std::ops::Range::<usize>::from(range))?;
    let mut text = edit.text.clone();
    let range = match spot {
        EditAnchor::Before => TextRange::empty(range.start()),
        EditAnchor::After => TextRange::empty(range.end()),
        EditAnchor::Name => name_in(before).or_else(|| word_like(before, &text))? + range.start(),
        EditAnchor::Instead => range,
        EditAnchor::Interpolation => {
            let bare = text.strip_prefix('$').unwrap_or(&text);
            text = match before.starts_with('$') {
                true => format!("${{{bare}}}"),
                false => bare.to_owned(),
            };
            range
        }
    };
    Some(Edit {
        place: Place::new(file, range),
        text,
    })
}

/// Where the name is in a text that is a name: a variable, a quoted string, a bare word.
fn name_in(text: &str) -> Option<TextRange> {
    let bare = ['\'', '"']
        .into_iter()
        .find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(text);
    let bare = bare.trim_start_matches('$').trim_start_matches("::");
    let is_name = bare
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '-' | '.' | '/'));
    let start = TextSize::try_from(text.find(bare)?).ok()?;
    (is_name && !bare.is_empty()).then(|| TextRange::at(start, TextSize::of(bare)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_texts() {
        let name = |text: &'static str| name_in(text).map(|range| &text[range]);
        for (text, expected) in [
            ("$a::b", Some("a::b")),
            ("$::x", Some("x")),
            ("'web::x'", Some("web::x")),
            ("\"x\"", Some("x")),
            ("x", Some("x")),
            ("['a', 'b']", None),
            ("\"a ${b}\"", None),
            ("''", None),
        ] {
            assert_eq!(name(text), expected, "{text}");
        }
    }
}
