//! Keys of data that nothing looks up.

use puppet_data::DataEntry;
use puppet_db::{Db, File, FilePlace};
use puppet_diagnostics::{Diagnostic, Fix, Safety, Tag, declare_rule};
use puppet_text::TextRange;

use crate::data_context::DataContext;
use crate::keys::{self, parameter};
use crate::removal::without_entry;
use puppet_semantic::hiera::lookup::is_open;
use puppet_semantic::hiera::lookup_keys::literal_lookup_keys;
use puppet_semantic::index::completeness::is_environment_whole;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::resolve::module_items::{Resolution, module_named, resolve_canonical};

declare_rule! {
    /// Nothing looks up a Hiera key.
    pub HIERA_UNUSED_KEY = { code: "H609", name: "hiera-unused-key", level: Hint, fix: Unsafe }
}

/// Whether it can be known what is looked up: all code and all data of the environment are here, and each computed key is
/// known in part.
pub(crate) fn knows_all_lookups(data: &DataContext<'_>) -> bool {
    let (db, environment) = (data.db, data.environment);
    let own = data.module.map(|module| module.data(db));
    !is_open(db, environment.data(db))
        && !own.is_some_and(|own| is_open(db, own))
        && !literal_lookup_keys(db, environment).is_open()
        && is_environment_whole(db, environment)
}

/// Where a data file has keys that nothing looks up; `None` if it is not known what is looked up.
pub fn unused_keys(db: &dyn Db, file: File) -> Option<Vec<TextRange>> {
    let data = DataContext::read(db, file)?;
    if !knows_all_lookups(&data) {
        return None;
    }
    let mut diagnostics = Vec::new();
    keys::check(&data, &mut diagnostics);
    let unused = diagnostics.iter().filter(|it| *it.rule == HIERA_UNUSED_KEY);
    Some(unused.map(|it| it.place.range).collect())
}

/// A key that names no parameter, and that no other rule reports; none if something may look it up.
pub(crate) fn diagnostic(
    data: &DataContext<'_>,
    entry: &DataEntry,
    key: &str,
) -> Option<Diagnostic<FilePlace>> {
    if is_set_aside(data, entry, key) || parameter(data, key).is_some() || !is_classless(data, key)
    {
        return None;
    }
    let message = format!("Nothing looks up the key '{key}'");
    let diagnostic = Diagnostic::new(&HIERA_UNUSED_KEY, data.place(entry.key_range), message)
        .with_help("Remove the key, or look it up under this name")
        .with_tag(Tag::Unnecessary);
    Some(match without_entry(data, entry) {
        Some(edit) => diagnostic.with_fix(Fix {
            title: format!("Remove `{key}`"),
            safety: Safety::Unsafe,
            edits: vec![edit],
        }),
        None => diagnostic,
    })
}

/// Whether an entry has another purpose than to be looked up: one that YAML itself refers to, or with a name that is no
/// usual key.
fn is_set_aside(data: &DataContext<'_>, entry: &DataEntry, key: &str) -> bool {
    let is_usual = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-');
    let is_named_so = key.starts_with(|c: char| c.is_ascii_lowercase())
        && !key.starts_with("x-")
        && key.chars().all(is_usual);
    !is_named_so || has_anchor(data, entry)
}

/// Whether other values of the file may be aliases of a part of an entry.
pub(crate) fn has_anchor(data: &DataContext<'_>, entry: &DataEntry) -> bool {
    // An anchor stands before the value.
    let text = data.source(entry.key_range.cover(entry.value.range));
    text.match_indices('&').any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let next = text[at + 1..].chars().next();
        before.is_some_and(|c| c.is_whitespace() || "[{,".contains(c))
            && next.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

/// Whether a key is no parameter of any class: it has no `::`, or its module is here and has no such class.
fn is_classless(data: &DataContext<'_>, key: &str) -> bool {
    let Some((class, _)) = key.rsplit_once("::") else {
        return true;
    };
    let module = class.split("::").next().unwrap_or(class);
    let resolved = resolve_canonical(data.db, data.environment, ItemKind::Class, class.into());
    module_named(data.db, data.environment, module).is_some() && resolved == Resolution::Absent
}
