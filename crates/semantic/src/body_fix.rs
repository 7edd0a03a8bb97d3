//! Fixes of body diagnostics, without positions in the text.

use puppet_db::{Db, File};
use puppet_diagnostics::{Edit, Fix, Place, Safety};
use puppet_text::{TextRange, TextSize};

use crate::body_diagnostic::Anchor;
use crate::did_you_mean::word_like;
use crate::index::item_tree::Item;

/// A fix of a diagnostic, without positions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BodyFix {
    /// What the change does, as an order.
    pub title: String,
    /// Whether it can be made without a look at it.
    pub safety: Safety,
    /// The edits.
    pub edits: Vec<BodyEdit>,
}

/// One edit of a [`BodyFix`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BodyEdit {
    /// The definition that the text is in, if it is another one.
    pub item: Option<Item>,
    /// Which text it is about.
    pub anchor: Anchor,
    /// Where it puts the new text.
    pub spot: EditAnchor,
    /// The new text.
    pub text: String,
}

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

impl BodyFix {
    /// A change without edits yet.
    pub fn new(title: impl Into<String>, safety: Safety) -> Self {
        Self {
            title: title.into(),
            safety,
            edits: Vec::new(),
        }
    }

    /// With one more edit.
    #[must_use]
    pub fn with_edit(mut self, anchor: Anchor, spot: EditAnchor, text: impl Into<String>) -> Self {
        self.edits.push(BodyEdit {
            item: None,
            anchor,
            spot,
            text: text.into(),
        });
        self
    }

    /// With text around that of an anchor in any definition.
    #[must_use]
    pub fn with_text_around(mut self, item: Item, anchor: Anchor, around: [String; 2]) -> Self {
        let spots = [EditAnchor::Before, EditAnchor::After];
        let edits = around.into_iter().zip(spots).map(|(text, spot)| BodyEdit {
            item: Some(item),
            anchor,
            spot,
            text,
        });
        self.edits.extend(edits);
        self
    }

    /// A change that replaces one text.
    pub fn replace(
        title: impl Into<String>,
        safety: Safety,
        anchor: Anchor,
        text: impl Into<String>,
    ) -> Self {
        Self::new(title, safety).with_edit(anchor, EditAnchor::Instead, text)
    }

    /// The fix, with the positions of now; `None` if an edit cannot be made.
    pub(crate) fn to_fix(&self, db: &dyn Db, item: Item) -> Option<Fix<File>> {
        let edits = self.edits.iter().map(|edit| edit.to_edit(db, item));
        Some(Fix {
            title: self.title.clone(),
            safety: self.safety,
            edits: edits.collect::<Option<_>>()?,
        })
    }
}

impl BodyEdit {
    fn to_edit(&self, db: &dyn Db, item: Item) -> Option<Edit<File>> {
        let Place { file, range } = self.anchor.place(db, self.item.unwrap_or(item));
        let before = file.text(db).get(std::ops::Range::<usize>::from(range))?;
        let mut text = self.text.clone();
        let range = match self.spot {
            EditAnchor::Before => TextRange::empty(range.start()),
            EditAnchor::After => TextRange::empty(range.end()),
            EditAnchor::Name => {
                name_in(before).or_else(|| word_like(before, &text))? + range.start()
            }
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
