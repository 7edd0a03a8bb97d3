//! Keys of data that nobody can find, or that name no parameter.

use puppet_data::{Entry, Scalar, Value, ValueKind};
use puppet_db::{File, ModuleOrigin};
use puppet_diagnostics::{Diagnostic, Edit, Fix, Rule, Safety, Severity, declare_rule};
use puppet_project::autoload::module_name;
use puppet_text::{TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::hiera::Data;
use crate::rules;
use puppet_semantic::display_name::{capitalized, closest, closest_within};
use puppet_semantic::functions::item_signature::signature;
use puppet_semantic::hiera::lookup_keys::looked_up;
use puppet_semantic::hiera::lookup_options;
use puppet_semantic::index::item_tree::{Item, ItemKind, canonical};
use puppet_semantic::resolve::autoload::{
    Resolution, module_named, names_in_module, resolve_canonical,
};

declare_rule! {
    /// A Hiera key names a parameter that the class does not have.
    pub HIERA_UNKNOWN_PARAMETER = { code: "H602", name: "hiera-unknown-parameter", level: Warning, fix: Unsafe }
}

/// How many letters a misspelled name of a class may differ from it.
const MISSPELLED: usize = 2;

pub fn check(data: &Data<'_>, out: &mut Vec<Diagnostic<File>>) {
    repeated(data, out);
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
    // Whoever looks a key up by name knows why it is there.
    let is_known = |key: &str| looked_up(data.db, data.environment).may_have(key);
    for (entry, key) in own {
        out.extend(written(data, entry, key).filter(|_| !is_known(key)));
    }
    let mut foreign = foreign.into_iter().filter(|(_, key)| !is_known(key));
    if let Some((entry, _)) = foreign.next() {
        out.extend(never_found(data, entry, foreign.count()));
    }
}

/// Whether Puppet takes a key from this file: from the data of a module it takes only those of the module itself.
fn is_own(data: &Data<'_>, entry: &Entry) -> bool {
    data.module.is_none_or(|module| {
        let rest = entry.key.strip_prefix(&**module.name(data.db));
        rest.is_some_and(|rest| rest.starts_with("::"))
    })
}

/// Keys of other modules, told once, as Puppet does.
fn never_found(data: &Data<'_>, first: &Entry, others: usize) -> Option<Diagnostic<File>> {
    let module = data.module?.name(data.db);
    let key = &first.key;
    let keys = match others {
        0 => format!("Key '{key}' is"),
        others => format!("Key '{key}' and {others} more are"),
    };
    let message =
        format!("{keys} never found: keys in data of a module must start with '{module}::'");
    Some(Diagnostic::new(
        &rules::HIERA_BAD_KEY,
        data.place(first.key_range),
        message,
    ))
}

/// The same key twice: Ruby's YAML and JSON take the last one, and say nothing.
fn repeated(data: &Data<'_>, out: &mut Vec<Diagnostic<File>>) {
    let mut open: Vec<&Value> = vec![&data.document.root];
    while let Some(value) = open.pop() {
        let entries = match &value.kind {
            ValueKind::Mapping(entries) => entries,
            ValueKind::Sequence(elements) => {
                open.extend(elements);
                continue;
            }
            ValueKind::Scalar(_) => continue,
        };
        // What `<<` merges, and what an alias stands for, is written elsewhere.
        let written = entries.iter().rev();
        let written = written.filter(|entry| value.range.contains_range(entry.key_range));
        let mut last: FxHashMap<(&Scalar, &str), &Entry> = FxHashMap::default();
        for entry in written {
            open.push(&entry.value);
            let Some(other) = last.get(&(&entry.key_scalar, &*entry.key)) else {
                last.insert((&entry.key_scalar, &entry.key), entry);
                continue;
            };
            let message = format!("Duplicate key '{}': only its last value is used", entry.key);
            let place = data.place(entry.key_range);
            let diagnostic = Diagnostic::new(&rules::HIERA_BAD_KEY, place, message);
            out.push(diagnostic.with_related(data.place(other.key_range), "Last value is here"));
        }
    }
}

/// What is wrong with the way in which a key is written, or with what it names.
fn written(data: &Data<'_>, entry: &Entry, key: &str) -> Option<Diagnostic<File>> {
    // The part behind a dot is dug for in the value of the part before.
    let (root, rest) = match key.split_once('.') {
        Some((root, _)) => (root, true),
        None => (key, false),
    };
    let proper = canonical(root);
    let bad = |message: String, proper: &str| {
        let place = data.place(entry.key_range);
        let diagnostic = Diagnostic::new(&rules::HIERA_BAD_KEY, place, message);
        with_replacement(data, diagnostic, entry, proper)
    };
    if rest {
        parameter(data, &proper)?;
        return Some(bad(
            format!("Key '{key}' is never looked up: Hiera treats the dot as a path separator"),
            &proper,
        ));
    }
    if proper != key {
        parameter(data, &proper)?;
        return Some(bad(
            format!("Key '{key}' is never looked up: Hiera looks for '{proper}'"),
            &proper,
        ));
    }
    if !key.contains("::") {
        let proper = key.replace(':', "::");
        if proper == key {
            return None;
        }
        parameter(data, &proper)?;
        return Some(bad(
            format!("Key '{key}' is never looked up: separate the parts with '::'"),
            &proper,
        ));
    }
    unknown(data, entry, key)
}

/// The class whose parameter has the key.
fn parameter(data: &Data<'_>, key: &str) -> Option<Item> {
    let (class, name) = key.rsplit_once("::")?;
    let class =
        resolve_canonical(data.db, data.environment, ItemKind::Class, class.into()).found()?;
    let signature = signature(data.db, data.environment, class);
    signature.parameter(name).map(|_| class)
}

/// A key that names no parameter of a class, although somebody may have meant one.
fn unknown(data: &Data<'_>, entry: &Entry, key: &str) -> Option<Diagnostic<File>> {
    let (class, name) = key.rsplit_once("::")?;
    let resolve = |kind| resolve_canonical(data.db, data.environment, kind, class.into());
    let new = |rule: &'static Rule, message: String| {
        Diagnostic::new(rule, data.place(entry.key_range), message)
    };
    if let Resolution::Found(item) = resolve(ItemKind::Class) {
        let signature = signature(data.db, data.environment, item);
        if signature.parameter(name).is_some() {
            return None;
        }
        let label = format!("Class[{}]", capitalized(class));
        let message =
            format!("{label}: has no parameter named '{name}': this Hiera key is not used");
        let names = signature
            .parameters
            .iter()
            .map(|parameter| &*parameter.name);
        let diagnostic = new(&HIERA_UNKNOWN_PARAMETER, message);
        return Some(match closest(name, names) {
            Some(near) => with_replacement(data, diagnostic, entry, &format!("{class}::{near}")),
            // The version that is deployed may have it.
            None if is_dependency(data, class) => diagnostic.with_severity(Severity::Hint),
            None => diagnostic,
        });
    }
    if let Resolution::Found(_) = resolve(ItemKind::DefinedType) {
        let message = format!("'{class}' is a defined type: Hiera sets parameters of classes only");
        return Some(new(&HIERA_UNKNOWN_PARAMETER, message));
    }
    let near = near_class(data, class, name)?;
    let message = format!("Unknown class '{class}'");
    let diagnostic = new(&rules::HIERA_UNKNOWN_CLASS, message);
    Some(with_replacement(
        data,
        diagnostic,
        entry,
        &format!("{near}::{name}"),
    ))
}

fn is_dependency(data: &Data<'_>, class: &str) -> bool {
    let module = module_named(data.db, data.environment, &module_name(class));
    module.is_some_and(|module| module.origin(data.db) == ModuleOrigin::Dependency)
}

/// A class with a name that is almost this one and with the parameter, if there is certainly none with this name.
fn near_class(data: &Data<'_>, class: &str, parameter_name: &str) -> Option<String> {
    let (module, rest) = class.split_once("::").unwrap_or((class, ""));
    let near = match module_named(data.db, data.environment, module) {
        Some(module) => {
            let is_absent =
                resolve_canonical(data.db, data.environment, ItemKind::Class, class.into())
                    == Resolution::Absent;
            let names = names_in_module(data.db, module, ItemKind::Class);
            let near = closest_within(class, names.iter().map(|name| &**name), MISSPELLED)?;
            is_absent.then(|| near.to_owned())?
        }
        None => {
            let modules = data.environment.modules(data.db).iter();
            let names = modules.map(|module| &**module.name(data.db));
            let near = closest_within(module, names, MISSPELLED)?;
            match rest.is_empty() {
                true => near.to_owned(),
                false => format!("{near}::{rest}"),
            }
        }
    };
    parameter(data, &format!("{near}::{parameter_name}"))?;
    Some(near)
}

/// With the proper key as the help and as a fix.
fn with_replacement(
    data: &Data<'_>,
    diagnostic: Diagnostic<File>,
    entry: &Entry,
    proper: &str,
) -> Diagnostic<File> {
    let diagnostic = diagnostic.with_help(format!("Did you mean '{proper}'?"));
    let source = data.source(entry.key_range);
    let Some(at) = source.find(&*entry.key) else {
        return diagnostic;
    };
    let start = entry.key_range.start() + TextSize::of(source.get(..at).unwrap_or_default());
    let range = TextRange::at(start, TextSize::of(&*entry.key));
    diagnostic.with_fix(Fix {
        title: format!("Rename to `{proper}`"),
        safety: Safety::Unsafe,
        edits: vec![Edit {
            place: data.place(range),
            text: proper.to_owned(),
        }],
    })
}
