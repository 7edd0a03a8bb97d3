//! Classes that data names, and that do not exist.

use puppet_data::{DataEntry, DataValue, ValueKind};
use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::data_context::DataContext;
use crate::keys::{parameter, with_replacement};
use puppet_project::autoload;
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::resolve::module_items::{
    Resolution, module_named, names_in_module, resolve_canonical,
};
use puppet_text::{closest, closest_within};

declare_rule! {
    /// Hiera data names a class that does not exist.
    pub HIERA_UNKNOWN_CLASS = { code: "H601", name: "hiera-unknown-class", level: Warning, fix: Unsafe }
}

/// How many letters a misspelled name of a class may differ from it.
const MISSPELLED: usize = 2;

/// A key for a parameter of a class that does not exist; none if no other class is likely meant.
pub(crate) fn diagnostic(
    data: &DataContext<'_>,
    entry: &DataEntry,
    class: &str,
    name: &str,
) -> Option<Diagnostic<FilePlace>> {
    let near = near_class(data, class, name)?;
    let message = format!("Unknown class '{class}'");
    let place = data.place(entry.key_range);
    let diagnostic = Diagnostic::new(&HIERA_UNKNOWN_CLASS, place, message);
    let proper = format!("{near}::{name}");
    Some(with_replacement(data, diagnostic, &entry.key, &proper))
}

/// The names of classes that code includes, one or a list of them: those that are certainly missing in a module.
pub(crate) fn check_included(
    data: &DataContext<'_>,
    names: &DataValue,
    out: &mut Vec<Diagnostic<FilePlace>>,
) {
    if let ValueKind::Sequence(all) = &names.kind {
        all.iter().for_each(|it| check_included(data, it, out));
        return;
    }
    // Others are interpolated, or take a name away again when values are merged.
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
    let Some(written) = names.as_str().filter(|it| it.chars().all(is_name)) else {
        return;
    };
    let class = canonical(written);
    let module = autoload::module_name(&class);
    let Some(module) = module_named(data.db, data.environment, &module) else {
        return;
    };
    let resolved = resolve_canonical(data.db, data.environment, ItemKind::Class, class.clone());
    if resolved != Resolution::Absent {
        return;
    }
    let module_name = module.name(data.db);
    let message = format!("Could not find the class '{class}' in module '{module_name}'");
    let diagnostic = Diagnostic::new(&HIERA_UNKNOWN_CLASS, data.place(names.range), message);
    let known = names_in_module(data.db, module, ItemKind::Class);
    out.push(match closest(&class, known.iter().map(|name| &**name)) {
        Some(near) => with_replacement(data, diagnostic, written, near),
        None => diagnostic.with_help("Correct the name, or add the class to the module"),
    });
}

/// A class with a name that is almost this one and with the parameter, if there is certainly none with this name.
fn near_class(data: &DataContext<'_>, class: &str, parameter_name: &str) -> Option<String> {
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
