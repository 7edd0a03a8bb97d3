//! Fingerprints of diagnostics in reports and of code in baselines, which stay when lines move.

use std::fmt::Write as _;

use md5::{Digest as _, Md5};
use rustc_hash::FxHashMap;

use crate::check::report::Report;

impl Report<'_> {
    /// Names for the diagnostics, in their order, that stay when lines move: of the file, the rule, the message, and how
    /// many of these are the same before it.
    pub fn fingerprints(&self) -> Vec<String> {
        let mut counts: FxHashMap<String, u32> = FxHashMap::default();
        let fingerprints = self.diagnostics.iter().map(|diagnostic| {
            let name = self.name(diagnostic.place.file);
            let text = format!("{name}\0{}\0{}", diagnostic.code(), diagnostic.message);
            let count = counts.entry(text.clone()).or_default();
            *count += 1;
            fingerprint(&format!("{text}\0{count}"))
        });
        fingerprints.collect()
    }
}

/// A short name for a text.
pub fn fingerprint(text: &str) -> String {
    let mut name = String::new();
    for byte in Md5::digest(text) {
        let _ = write!(name, "{byte:02x}");
    }
    name
}
