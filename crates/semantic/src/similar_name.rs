//! "Did you mean": the known name that a misspelled one is like, as advice and as a fix.

use puppet_db::{Db, FilePlace};
use puppet_diagnostics::{Diagnostic, Fix, Place, Safety};
use puppet_text::{TextRange, TextSize, closest, is_near};
use smol_str::SmolStr;

/// Whether a name is nearly that of another, where one was found that is like it.
#[must_use]
pub fn is_near_to(name: &str, similar: Option<SmolStr>) -> bool {
    similar.is_some_and(|similar| is_near(name, &similar))
}

/// With "did you mean": the advice, and the change that writes the similar name in the place of the word that is like it.
#[must_use]
pub fn with_similar(
    db: &dyn Db,
    diagnostic: Diagnostic<FilePlace>,
    similar: &str,
) -> Diagnostic<FilePlace> {
    let Place { file, range } = diagnostic.place;
    let source = file.text(db).get(std::ops::Range::<usize>::from(range));
    let word = source.and_then(|source| word_like(source, similar));
    let diagnostic = diagnostic.with_help(format!("Did you mean '{similar}'?"));
    match word {
        Some(word) => diagnostic.with_fix(Fix::replace(
            format!("Replace with `{similar}`"),
            Safety::Unsafe,
            Place::new(file, word + range.start()),
            similar,
        )),
        None => diagnostic,
    }
}

/// Where the word of a text is that is most like another.
pub(crate) fn word_like(text: &str, other: &str) -> Option<TextRange> {
    let words = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':' | '-' | '.'));
    let word = closest(other, words.filter(|it| !it.is_empty() && *it != other))?;
    let start = TextSize::try_from(text.find(word)?).ok()?;
    Some(TextRange::at(start, TextSize::of(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_by_what_they_are_like() {
        let word = |text: &'static str, other| word_like(text, other).map(|range| &text[range]);
        for (text, other, expected) in [
            ("$facts['processrs']", "processors", Some("processrs")),
            ("$mode == 'onn'", "on", Some("onn")),
            ("%{lokup('servers')}", "lookup", Some("lokup")),
            ("$x == 'y'", "present", None),
            ("'on' == $on", "on", None),
        ] {
            assert_eq!(word(text, other), expected, "{text}");
        }
    }
}
