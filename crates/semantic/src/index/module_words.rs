//! The words of the texts of a module: they tell which names it cannot mention.
//!
//! One search of all texts for a name is quicker than to collect their words. Many are not: a template with a thousand
//! unknown variables must not search the modules of the whole environment a thousand times.

use std::sync::Arc;

use puppet_db::{Db, File, Module};
use rustc_hash::FxHashSet;

use crate::index::name_index::may_mention_any;

/// After so many searches, words are collected: that costs about as much as all of these.
const SEARCHES_BEFORE: usize = 30;

/// Counts one search for a name; whether the words of modules are to be asked first.
pub fn are_worthwhile(db: &dyn Db) -> bool {
    db.count_name_search() > SEARCHES_BEFORE
}

/// The words of the manifests and templates of a module.
#[derive(Debug, PartialEq, Eq)]
pub struct ModuleWords {
    /// Hashes of the words in lower case, in order. Two words may share one: the texts are searched then, and nothing is found.
    hashes: Box<[u32]>,
    /// The files that may mention any name, whatever their words are.
    pub open: Arc<[File]>,
}

impl ModuleWords {
    /// Whether each word of a name is there: if not, only the [open](Self::open) files may mention it.
    pub fn may_hold(&self, name: &str) -> bool {
        let is_there = |word| self.hashes.binary_search(&hash(word)).is_ok();
        puppet_text::words(name).all(is_there)
    }
}

/// The words of a module.
#[salsa::tracked(returns(clone))]
pub fn module_words(db: &dyn Db, module: Module) -> Arc<ModuleWords> {
    let files = module.files(db).iter().copied();
    let files = files.filter(|file| file.kind(db).is_puppet());
    let (open, closed): (Vec<File>, Vec<File>) = files.partition(|file| may_mention_any(db, *file));
    let mut hashes = FxHashSet::default();
    for file in closed {
        hashes.extend(puppet_text::words(file.text(db)).map(hash));
    }
    let mut hashes: Box<[u32]> = hashes.into_iter().collect();
    hashes.sort_unstable();
    Arc::new(ModuleWords {
        hashes,
        open: open.into(),
    })
}

/// The 32 bit FNV-1a hash of a word in lower case.
fn hash(word: &[u8]) -> u32 {
    word.iter().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    })
}
