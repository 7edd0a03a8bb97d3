//! Keys of data that are never looked up, or stand there twice.

use puppet_data::{DataEntry, DataValue, Scalar, ValueKind};
use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::data_context::DataContext;
use crate::keys::with_replacement;
use puppet_semantic::index::item_tree::canonical;

declare_rule! {
    /// A Hiera key is never looked up, or is a duplicate.
    pub HIERA_BAD_KEY = { code: "H604", name: "hiera-bad-key", level: Warning, fix: Unsafe }
}

/// The form in which Hiera looks a key up, and why it does not find the given one; none if it finds it.
pub(crate) fn proper_form(key: &str) -> Option<(SmolStr, String)> {
    // The part after a dot is dug for in the value of the part before.
    let (root, has_path) = match key.split_once('.') {
        Some((root, _)) => (root, true),
        None => (key, false),
    };
    let proper = canonical(root);
    if has_path {
        return Some((
            proper,
            "Hiera treats the dot as a path separator".to_owned(),
        ));
    }
    if proper != key {
        let reason = format!("Hiera looks for '{proper}'");
        return Some((proper, reason));
    }
    let separated = with_proper_separators(key)?;
    Some((separated, SEPARATORS.to_owned()))
}

/// Whether a key is like that of a parameter but for its colons: no name is written like that.
pub(crate) fn is_misspelled_name(key: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
    key.contains("::") && key.chars().all(is_name) && with_proper_separators(key).is_some()
}

/// What is wrong with a key that has single colons.
pub(crate) const SEPARATORS: &str = "separate the parts with '::'";

/// A name with single colons, or colons at its end, as names of Puppet are written; none if it is written like that.
pub(crate) fn with_proper_separators(key: &str) -> Option<SmolStr> {
    let parts: Vec<&str> = key.split(':').filter(|part| !part.is_empty()).collect();
    let proper = parts.join("::");
    (proper != key).then(|| proper.into())
}

/// A key that is never looked up as it is spelled.
pub(crate) fn diagnostic(
    data: &DataContext<'_>,
    entry: &DataEntry,
    proper: &str,
    reason: &str,
) -> Diagnostic<FilePlace> {
    let message = format!("Key '{}' is never looked up: {reason}", entry.key);
    let diagnostic = Diagnostic::new(&HIERA_BAD_KEY, data.place(entry.key_range), message);
    with_replacement(data, diagnostic, &entry.key, proper)
}

/// Keys of other modules: one diagnostic for all, as Puppet has it.
pub(crate) fn other_module_diagnostic(
    data: &DataContext<'_>,
    first: &DataEntry,
    others: usize,
) -> Option<Diagnostic<FilePlace>> {
    let module = data.module?.name(data.db);
    let key = &first.key;
    let keys = match others {
        0 => format!("Key '{key}' is"),
        others => format!("Key '{key}' and {others} more are"),
    };
    let message =
        format!("{keys} never found: keys in data of a module must start with '{module}::'");
    Some(Diagnostic::new(
        &HIERA_BAD_KEY,
        data.place(first.key_range),
        message,
    ))
}

/// The same key twice: Ruby's YAML and JSON take the last one, and say nothing. What is copied from hash to hash is
/// reported once.
pub(crate) fn check_repeated(data: &DataContext<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let mut found = repeated_keys(&data.document.root);
    found.sort_by_key(|(entry, _)| entry.key_range.start());
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for (entry, _) in &found {
        *counts.entry(&*entry.key).or_default() += 1;
    }
    for (entry, last) in found {
        let Some(count) = counts.remove(&*entry.key) else {
            continue;
        };
        let message = match count {
            1 => repeated(entry),
            count => format!("{}; {} more in this file", repeated(entry), count - 1),
        };
        let place = data.place(entry.key_range);
        let diagnostic = Diagnostic::new(&HIERA_BAD_KEY, place, message);
        out.push(diagnostic.with_related(data.place(last.key_range), LAST_VALUE));
    }
}

pub(crate) fn repeated(entry: &DataEntry) -> String {
    format!("Duplicate key '{}': only its last value is used", entry.key)
}

pub(crate) const LAST_VALUE: &str = "Last value is here";

/// The entries of all mappings of a value that others with the same key follow, each with the last of those.
pub(crate) fn repeated_keys(root: &DataValue) -> Vec<(&DataEntry, &DataEntry)> {
    let mut repeated = Vec::new();
    let mut open: Vec<&DataValue> = vec![root];
    while let Some(value) = open.pop() {
        let entries = match &value.kind {
            ValueKind::Mapping(entries) => entries,
            ValueKind::Sequence(elements) => {
                open.extend(elements);
                continue;
            }
            ValueKind::Scalar(_) => continue,
        };
        // What `<<` merges, and what an alias stands for, is written at its anchor.
        let written = entries.iter().rev();
        let written = written.filter(|entry| value.range.contains_range(entry.key_range));
        let mut last: FxHashMap<(&Scalar, &str), &DataEntry> = FxHashMap::default();
        for entry in written {
            open.push(&entry.value);
            match last.get(&(&entry.key_scalar, &*entry.key)) {
                Some(other) => repeated.push((entry, *other)),
                None => drop(last.insert((&entry.key_scalar, &entry.key), entry)),
            }
        }
    }
    repeated
}
