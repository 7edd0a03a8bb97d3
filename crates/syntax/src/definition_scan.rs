//! A text scan for possible starts of definitions, which are rare in a long text.

use puppet_text::TextSize;

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
        let text = text.as_bytes();
        let places = KEYWORDS.iter().flat_map(|word| {
            let found = memchr::memmem::find_iter(text, word);
            found.filter(|at| is_start(text, *at, word))
        });
        let mut places: Vec<TextSize> = places.filter_map(|at| at.try_into().ok()).collect();
        places.sort_unstable();
        Self(places)
    }

    /// The offsets at which the words start.
    #[must_use]
    pub fn offsets(&self) -> &[TextSize] {
        &self.0
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
}
