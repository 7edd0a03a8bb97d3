//! What a module writes: of the names that could be proposed, those come first that its files write most often.
//!
//! Counted are the files in which a word stands. What is near the cursor in the file that is being edited is counted
//! apart, so that what is known of the others stays as it is while somebody types.

use std::sync::Arc;

use puppet_db::{Db, File};
use puppet_semantic::owner::owner;
use puppet_text::TextSize;
use rustc_hash::FxHashMap;

use crate::analysis::Context;

/// How far the file itself is read from the cursor, in bytes.
const NEAR: usize = 4096;

/// Longer texts are no names.
const LONGEST: usize = 96;

/// In how many files words stand.
type Counts = FxHashMap<Box<str>, u16>;

/// The words of a module, as one of its files sees them.
#[derive(Default)]
pub(super) struct Habits {
    others: Arc<Counts>,
    own: Counts,
}

impl Habits {
    pub(super) fn new(context: Context<'_>, file: File, offset: TextSize) -> Self {
        Self {
            others: of_others(context.db, file),
            own: words_of(near(file.text(context.db), offset.into())),
        }
    }

    /// How many files write a word; what is near counts more than another file.
    pub(super) fn uses(&self, word: &str) -> u16 {
        let count = |counts: &Counts| counts.get(word).copied().unwrap_or_default();
        count(&self.others).saturating_add(count(&self.own).saturating_mul(2))
    }
}

/// The words of the other manifests of a module, or of those of an environment itself.
#[salsa::tracked(returns(clone), lru = 8)]
fn of_others(db: &dyn Db, file: File) -> Arc<Counts> {
    let mut counts = Counts::default();
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
fn words(db: &dyn Db, file: File) -> Arc<Counts> {
    Arc::new(words_of(file.text(db)))
}

/// The lines around an offset.
fn near(text: &str, offset: usize) -> &str {
    let bytes = text.as_bytes();
    let before = bytes.get(..offset.saturating_sub(NEAR));
    let behind = offset.saturating_add(NEAR);
    let start = before.and_then(|it| memchr::memrchr(b'\n', it));
    let end = bytes.get(behind..).and_then(|it| memchr::memchr(b'\n', it));
    let start = start.map_or(0, |at| at + 1);
    let end = end.map_or(text.len(), |at| behind + at);
    text.get(start..end).unwrap_or_default()
}

/// The words of a text, each once. Lines of comments say nothing about code.
fn words_of(text: &str) -> Counts {
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '$');
    let mut counts = Counts::default();
    for line in code {
        let words = line.split(|c| !is_part(c));
        let words = words.map(|word| word.trim_end_matches(':').trim_start_matches("::"));
        // Titles and paths are more than one word.
        let texts = line.split(['\'', '"']).skip(1).step_by(2);
        let texts = texts.filter(|text| text.len() < LONGEST && !text.contains(' '));
        for word in words.chain(texts).filter(|it| !it.is_empty()) {
            if !counts.contains_key(word) {
                counts.insert(word.into(), 1);
            }
        }
    }
    counts
}
