//! Usage frequency of names in a module: the names that its files contain most often are ranked first.
//!
//! Counted are the files in which a word stands. What is near the cursor in the file that is being edited is counted
//! apart, so that what is known of the others stays as it is while the user types.

use std::sync::Arc;

use puppet_db::{Db, File};
use puppet_semantic::index::file_origin::owner;
use puppet_text::TextSize;
use rustc_hash::{FxHashMap, FxHashSet};

use puppet_ide_db::context::FileContext;

/// How far the file itself is read from the cursor, in bytes.
const NEAR: usize = 2048;

/// Longer texts are no names.
const LONGEST: usize = 96;

/// In how many files words stand.
type NameFrequencies = FxHashMap<Box<str>, u16>;

/// The words of a module, as one of its files sees them.
#[derive(Default)]
pub struct UsageFrequencies<'a> {
    others: Arc<NameFrequencies>,
    /// Words near the cursor.
    own: FxHashSet<&'a str>,
}

impl<'a> UsageFrequencies<'a> {
    pub fn new(context: FileContext<'a>, offset: TextSize) -> Self {
        Self {
            others: of_others(context.db, context.file),
            own: words_of(near(context.file.text(context.db), offset.into())),
        }
    }

    /// How many files write a word; what is near counts more than another file.
    pub fn uses(&self, word: &str) -> u16 {
        let others = self.others.get(word).copied().unwrap_or_default();
        others.saturating_add(if self.own.contains(word) { 2 } else { 0 })
    }
}

/// Reads the other files of a file's module.
pub fn prefetch(db: &dyn Db, file: File) {
    drop(of_others(db, file));
}

/// The words of the other manifests of a module, or of those of an environment itself.
#[salsa::tracked(returns(clone), lru = 8)]
fn of_others(db: &dyn Db, file: File) -> Arc<NameFrequencies> {
    let mut counts = NameFrequencies::default();
    let Some(owner) = owner(db, file) else {
        return Arc::new(counts);
    };
    let files = match owner.module {
        Some(module) => module.files(db).iter(),
        None => owner.environment.manifests(db).iter(),
    };
    for other in files.filter(|it| **it != file && it.kind(db).is_puppet()) {
        for word in words(db, *other).keys() {
            match counts.get_mut(word) {
                Some(count) => *count = count.saturating_add(1),
                None => drop(counts.insert(word.clone(), 1)),
            }
        }
    }
    Arc::new(counts)
}

/// The words of a file, each once.
#[salsa::tracked(returns(clone), lru = 512)]
fn words(db: &dyn Db, file: File) -> Arc<NameFrequencies> {
    let words = words_of(file.text(db)).into_iter();
    Arc::new(words.map(|word| (word.into(), 1)).collect())
}

/// The lines around an offset.
fn near(text: &str, offset: usize) -> &str {
    let bytes = text.as_bytes();
    let before = bytes.get(..offset.saturating_sub(NEAR));
    let after = offset.saturating_add(NEAR);
    let start = before.and_then(|it| memchr::memrchr(b'\n', it));
    let end = bytes.get(after..).and_then(|it| memchr::memchr(b'\n', it));
    let start = start.map_or(0, |at| at + 1);
    let end = end.map_or(text.len(), |at| after + at);
    text.get(start..end).unwrap_or_default()
}

/// The words of a text, each once. Lines of comments say nothing about code.
fn words_of(text: &str) -> FxHashSet<&str> {
    let mut found = FxHashSet::default();
    found.reserve(text.len() / 16);
    for line in text.lines() {
        if !line.trim_ascii_start().starts_with('#') {
            words_in(line, &mut found);
            texts_in(line, &mut found);
        }
    }
    found
}

/// Takes the words of a line without the colons around them.
fn words_in<'a>(line: &'a str, found: &mut FxHashSet<&'a str>) {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'$');
    let mut rest = line;
    while let Some(start) = rest.bytes().position(|byte| is_part(&byte)) {
        let word = rest.get(start..).unwrap_or_default();
        let length = word.bytes().position(|byte| !is_part(&byte));
        let (mut word, after) = word.split_at(length.unwrap_or(word.len()));
        while let Some(shorter) = word.strip_suffix(':') {
            word = shorter;
        }
        while let Some(shorter) = word.strip_prefix("::") {
            word = shorter;
        }
        if !word.is_empty() {
            found.insert(word);
        }
        rest = after;
    }
}

/// Takes what stands between quotes: titles and paths are more than one word.
fn texts_in<'a>(line: &'a str, found: &mut FxHashSet<&'a str>) {
    let mut quotes = memchr::memchr2_iter(b'\'', b'"', line.as_bytes());
    while let Some(open) = quotes.next() {
        let close = quotes.next().unwrap_or(line.len());
        let text = line.get(open + 1..close).unwrap_or_default();
        if !text.is_empty() && text.len() < LONGEST && !text.contains(' ') {
            found.insert(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words_of;

    #[test]
    fn words() {
        let of = |text| {
            let mut words: Vec<&str> = words_of(text).into_iter().collect();
            words.sort_unstable();
            words.join(" ")
        };
        assert_eq!(of("include ::a::b::\n # not this\n"), "a::b include");
        assert_eq!(of("file { '/etc/x': }"), "/etc/x etc file x");
        assert_eq!(of("$x='a b', \"ä/c"), "$x a b c ä/c");
        assert_eq!(of(""), "");
    }
}
