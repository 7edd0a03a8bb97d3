//! Keys of Hiera data, and the parameters of classes that they name.

use std::cell::LazyCell;

use puppet_data::{DataEntry, Scalar};
use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Fix, Safety};
use puppet_text::{TextRange, TextSize};
use rustc_hash::FxHashSet;

use crate::data_context::DataContext;
use crate::{hiera_bad_key, hiera_unknown_class, hiera_unknown_parameter, hiera_unused_key};
use puppet_inference::functions::item_signature::signature;
use puppet_semantic::hiera::included_keys::included_keys;
use puppet_semantic::hiera::lookup_keys::literal_lookup_keys;
use puppet_semantic::hiera::lookup_options;
use puppet_semantic::index::item_tree::{Item, ItemKind};
use puppet_semantic::resolve::module_items::{Resolution, resolve_canonical};

pub(crate) fn check(data: &DataContext<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    hiera_bad_key::check_repeated(data, out);
    if data.document.error.is_some() {
        return;
    }
    let keys = data
        .entries()
        .iter()
        .filter_map(|entry| match &entry.key_scalar {
            Scalar::String(key) if key != lookup_options::KEY => Some((entry, key)),
            _ => None,
        });
    let (own, foreign): (Vec<_>, Vec<_>) = keys.partition(|(entry, _)| is_own(data, entry));
    // What looks a key up by name has a reason for it.
    let is_known = |key: &str| literal_lookup_keys(data.db, data.environment).may_have(key);
    let reports_unused = LazyCell::new(|| hiera_unused_key::knows_all_lookups(data));
    let mut said = FxHashSet::default();
    for (entry, key) in own {
        let found = match hiera_bad_key::proper_form(key) {
            Some((proper, reason)) => {
                let is_meant = hiera_bad_key::is_misspelled_name(key)
                    || parameter(data, &proper).is_some()
                    || literal_lookup_keys(data.db, data.environment).has(&proper);
                is_meant.then(|| hiera_bad_key::diagnostic(data, entry, &proper, &reason))
            }
            None => unknown(data, entry, key).or_else(|| {
                let is_candidate = !is_known(key) && *reports_unused;
                let diagnostic = || hiera_unused_key::diagnostic(data, entry, key);
                is_candidate.then(diagnostic).flatten()
            }),
        };
        // Of keys for one defined type, the first says it all.
        let found = found.filter(|found| !is_known(key) && said.insert(found.message.to_string()));
        out.extend(found);
        if included_keys(data.db, data.environment).contains(&**key) {
            hiera_unknown_class::check_included(data, &entry.value, out);
        }
    }
    let mut foreign = foreign
        .into_iter()
        .filter(|(entry, key)| !is_known(key) && !hiera_unused_key::has_anchor(data, entry));
    if let Some((entry, _)) = foreign.next() {
        out.extend(hiera_bad_key::other_module_diagnostic(
            data,
            entry,
            foreign.count(),
        ));
    }
}

/// Whether Puppet takes a key from this file: from the data of a module it takes only those of the module itself.
fn is_own(data: &DataContext<'_>, entry: &DataEntry) -> bool {
    data.module.is_none_or(|module| {
        let rest = entry.key.strip_prefix(&**module.name(data.db));
        rest.is_some_and(|rest| rest.starts_with("::"))
    })
}

/// A key that names no parameter of a class, although one may be meant.
fn unknown(data: &DataContext<'_>, entry: &DataEntry, key: &str) -> Option<Diagnostic<FilePlace>> {
    let (class, name) = key.rsplit_once("::")?;
    let resolve = |kind| resolve_canonical(data.db, data.environment, kind, class.into());
    if let Resolution::Found(item) = resolve(ItemKind::Class) {
        return hiera_unknown_parameter::class_diagnostic(data, entry, (class, item), name);
    }
    if let Resolution::Found(item) = resolve(ItemKind::DefinedType) {
        return hiera_unknown_parameter::defined_type_diagnostic(data, entry, (class, item), name);
    }
    hiera_unknown_class::diagnostic(data, entry, class, name)
}

/// The class whose parameter has the key.
pub(crate) fn parameter(data: &DataContext<'_>, key: &str) -> Option<Item> {
    let (class, name) = key.rsplit_once("::")?;
    let class =
        resolve_canonical(data.db, data.environment, ItemKind::Class, class.into()).item()?;
    let signature = signature(data.db, data.environment, class);
    signature.parameter(name).map(|_| class)
}

/// With the proper key or name as the help and as a fix, in place of the one at the diagnostic.
pub(crate) fn with_replacement(
    data: &DataContext<'_>,
    diagnostic: Diagnostic<FilePlace>,
    written: &str,
    proper: &str,
) -> Diagnostic<FilePlace> {
    let diagnostic = diagnostic.with_help(format!("Did you mean '{proper}'?"));
    let whole = diagnostic.place.range;
    let source = data.source(whole);
    let Some(at) = source.find(written) else {
        return diagnostic;
    };
    let start = whole.start() + TextSize::of(source.get(..at).unwrap_or_default());
    let range = TextRange::at(start, TextSize::of(written));
    let title = format!("Rename to `{proper}`");
    diagnostic.with_fix(Fix::replace(
        title,
        Safety::Unsafe,
        data.place(range),
        proper,
    ))
}
