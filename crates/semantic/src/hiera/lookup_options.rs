//! `lookup_options`: merges and conversions of the values of keys.
//!
//! Source: `Puppet::Pops::Lookup::LookupAdapter#extract_lookup_options_for_key`.

use std::sync::Arc;

use puppet_data::{DataEntry, DataValue, Scalar, ValueKind};
use puppet_db::{Db, File};
use puppet_project::hiera::Format;
use puppet_scalars::Regexp;
use smol_str::SmolStr;

use crate::hiera::document::document;

/// The key of the options in data files.
pub const KEY: &str = "lookup_options";

/// What an entry of `lookup_options` may say.
pub const OPTIONS: [&str; 2] = ["merge", "convert_to"];

/// The merge strategies, the usual ones first.
pub const STRATEGIES: [&str; 7] = [
    "first",
    "unique",
    "hash",
    "deep",
    "default",
    "reverse_deep",
    "unconstrained_deep",
];

/// What a merge by a strategy may say besides it; `None` if it may say anything.
#[must_use]
pub fn merge_options(strategy: &str) -> Option<&'static [&'static str]> {
    match strategy {
        "deep" => Some(&[
            "strategy",
            "knockout_prefix",
            "merge_debug",
            "merge_hash_arrays",
            "sort_merged_arrays",
        ]),
        "reverse_deep" | "unconstrained_deep" => None,
        _ => Some(&["strategy"]),
    }
}

/// Whether a strategy takes the value that is found first.
#[must_use]
pub fn takes_first(strategy: &str) -> bool {
    matches!(strategy, "first" | "default")
}

/// How the values of a key are used.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyOptions {
    /// The way in which values of several levels are merged.
    pub merge: Option<SmolStr>,
    /// The type to which the value is converted, with arguments, as written.
    pub convert_to: Option<SmolStr>,
}

impl KeyOptions {
    /// Whether the value that Hiera finds first is given as it is.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.convert_to.is_none() && self.merge.as_deref().is_none_or(takes_first)
    }

    /// Adds what another entry says that counts less.
    pub(crate) fn add(&mut self, other: &Self) {
        let fill = |own: &mut Option<SmolStr>, other: &Option<SmolStr>| {
            if own.is_none() {
                own.clone_from(other);
            }
        };
        fill(&mut self.merge, &other.merge);
        fill(&mut self.convert_to, &other.convert_to);
    }
}

/// What the `lookup_options` of a file say about a key. Of several entries that concern it, all are taken together, so
/// that nothing is thought to be plain that may not be.
pub fn options_in(db: &dyn Db, file: File, format: Format, key: &str) -> KeyOptions {
    let mut options = KeyOptions::default();
    let all = all_options_in(db, file, format);
    for (concerned, entry) in all.iter() {
        match concerned {
            OptionScope::Key(name) if name == key => {
                let mut exact = entry.clone();
                exact.add(&options);
                options = exact;
            }
            // What cannot be decided may match.
            OptionScope::Pattern(regexp) if regexp.is_match(key).unwrap_or(true) => {
                options.add(entry);
            }
            OptionScope::Key(_) | OptionScope::Pattern(_) => {}
        }
    }
    options
}

/// What an entry of `lookup_options` is for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum OptionScope {
    Key(SmolStr),
    /// All keys that match a regular expression, which is what starts with `^`.
    Pattern(Regexp),
}

impl OptionScope {
    fn of(name: &str) -> Option<Self> {
        match name.starts_with('^') {
            true => Regexp::new(name).ok().map(Self::Pattern),
            false => Some(Self::Key(name.into())),
        }
    }
}

#[salsa::tracked(returns(clone))]
fn all_options_in(db: &dyn Db, file: File, format: Format) -> Arc<[(OptionScope, KeyOptions)]> {
    if !file.text(db).contains(KEY) {
        return Arc::new([]);
    }
    let document = document(db, file, format);
    let options = document.root.get(KEY).and_then(DataValue::as_mapping);
    let read = |entry: &DataEntry| {
        let text = |key| entry.value.get(key).and_then(option_text);
        let options = KeyOptions {
            merge: text("merge"),
            convert_to: text("convert_to"),
        };
        Some((OptionScope::of(&entry.key)?, options))
    };
    options
        .unwrap_or_default()
        .iter()
        .filter_map(read)
        .collect()
}

/// An option in short: `deep`, also of `{strategy: deep, …}`, `Integer` of `[Integer, 16]`.
fn option_text(value: &DataValue) -> Option<SmolStr> {
    match &value.kind {
        ValueKind::Scalar(Scalar::String(text)) => Some(text.as_str().into()),
        ValueKind::Scalar(Scalar::Null) => None,
        ValueKind::Scalar(_) => Some("?".into()),
        ValueKind::Sequence(elements) => Some(
            elements
                .first()
                .and_then(DataValue::as_str)
                .unwrap_or("?")
                .into(),
        ),
        ValueKind::Mapping(_) => Some(
            value
                .get("strategy")
                .and_then(DataValue::as_str)
                .unwrap_or("?")
                .into(),
        ),
    }
}
