//! A text scan for possible starts of definitions, which are rare in a long text.

use std::ops::Range;

use puppet_text::{TextSize, common_prefix, common_suffix};

/// The words with which definitions that have names start.
const KEYWORDS: [&str; 5] = ["class", "define", "function", "plan", "type"];

/// The places of a text, in its order, where stands one of the words with which definitions start, and something after it
/// that may be a name. Not each is in code, and not each that is in code starts a definition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DefinitionStarts(Vec<TextSize>);

impl DefinitionStarts {
    /// Those of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut places = Vec::new();
        add_starts(text.as_bytes(), 0..text.len(), &mut places);
        Self(places)
    }

    /// Those of a text that was made of another one by an edit, whose places these are: looks only near the edit.
    #[must_use]
    pub fn update(&self, old: &str, new: &str) -> Self {
        let (before, after) = (old.as_bytes(), new.as_bytes());
        let start = common_prefix(before, after);
        let suffix = common_suffix(
            before.get(start..).unwrap_or_default(),
            after.get(start..).unwrap_or_default(),
        );
        // What stands after a word decides about it, and what stands before it.
        let start = word_before(after, start);
        let end = word_after(after, after.len() - suffix);
        let suffix = after.len() - end;
        let old_end = before.len() - suffix;
        let (kept, rest) = self
            .0
            .split_at(self.0.partition_point(|it| usize::from(*it) < start));
        let moved = rest.partition_point(|it| usize::from(*it) < old_end);
        let mut places = kept.to_vec();
        add_starts(after, start..end, &mut places);
        let moved = rest.get(moved..).unwrap_or_default().iter();
        places.extend(moved.filter_map(|it| offset(usize::from(*it) - old_end + end)));
        Self(places)
    }

    /// The offsets at which the words start.
    #[must_use]
    pub fn offsets(&self) -> &[TextSize] {
        &self.0
    }
}

/// Adds the places in a part of a text.
fn add_starts(text: &[u8], part: Range<usize>, places: &mut Vec<TextSize>) {
    let known = places.len();
    for word in KEYWORDS {
        // A word that starts in the part may end after it.
        let end = part.end.saturating_add(word.len() - 1).min(text.len());
        let searched = text.get(part.start..end).unwrap_or_default();
        let found = memchr::memmem::find_iter(searched, word).map(|at| part.start + at);
        places.extend(
            found
                .filter(|at| is_start(text, *at, word))
                .filter_map(offset),
        );
    }
    if let Some(new) = places.get_mut(known..) {
        new.sort_unstable();
    }
}

/// Whether a word at a place is one of its own, and something that may be a name, or a comment before it, follows.
fn is_start(text: &[u8], at: usize, word: &str) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    let mut after = text.get(at + word.len()..).unwrap_or_default().iter();
    before.is_none_or(|byte| !is_part(byte))
        && after.next().is_some_and(|byte| !is_part(byte))
        && !matches!(
            after.find(|byte| !byte.is_ascii_whitespace()),
            None | Some(b'=' | b'{' | b',' | b'(')
        )
}

fn is_part(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b':')
}

/// Where the word starts about which a place decides: one sign that is none of a word's may stand between, and spaces.
fn word_before(text: &[u8], place: usize) -> usize {
    let before = text.get(..place).unwrap_or_default().iter().rev();
    let is_blank = |byte: &&u8| byte.is_ascii_whitespace();
    let spaces = before.clone().take_while(is_blank).count();
    let sign = before.clone().skip(spaces).take(1);
    let sign = sign.filter(|byte| !is_part(byte)).count();
    let word = before.skip(spaces + sign).take_while(|byte| is_part(byte));
    place - spaces - sign - word.count()
}

/// Where the word ends in whose midst a place is.
fn word_after(text: &[u8], place: usize) -> usize {
    let after = text.get(place..).unwrap_or_default().iter();
    place + after.take_while(|byte| is_part(byte)).count()
}

fn offset(at: usize) -> Option<TextSize> {
    at.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "class a {}\ndefine  b::c($x) {}\n# class of\nfunction\n  d() {}\ntype E = F\nplan(g) {}\n\
                        class { 'h': }\nx { 'y': type => 1, class=> 2, $plan z, type[1] }\ntype#\n I = J\nsubtype x";

    fn words(starts: &DefinitionStarts, text: &str) -> String {
        let places = starts.offsets().iter().map(|at| usize::from(*at));
        let lines = places.filter_map(|at| text.get(at..)?.lines().next());
        lines.collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn words_that_names_follow() {
        expect_test::expect!["class a {} | define  b::c($x) {} | class of | function | type E = F | plan(g) {} | class=> 2, $plan z, type[1] } | type[1] } | type#"]
            .assert_eq(&words(&DefinitionStarts::new(TEXT), TEXT));
    }

    #[test]
    fn an_edit_leaves_what_a_look_at_the_whole_text_finds() {
        let starts = DefinitionStarts::new(TEXT);
        for from in 0..TEXT.len() {
            for to in from..TEXT.len().min(from + 9) {
                for new in ["", " ", "\n ", "=", "x", "class ", "lass", "type", "{", "#"] {
                    let edited = [&TEXT[..from], new, &TEXT[to..]].concat();
                    let found = starts.update(TEXT, &edited);
                    assert_eq!(found, DefinitionStarts::new(&edited), "{edited}");
                }
            }
        }
    }
}
