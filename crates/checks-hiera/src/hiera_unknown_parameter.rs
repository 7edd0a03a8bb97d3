//! Keys of data for parameters that a class does not have.

use puppet_data::DataEntry;
use puppet_db::{FilePlace, ModuleOrigin};
use puppet_diagnostics::{Diagnostic, Severity, declare_rule};
use puppet_project::autoload::module_name;
use puppet_text::capitalized;

use crate::data_context::DataContext;
use crate::keys::with_replacement;
use puppet_inference::functions::item_signature::signature;
use puppet_semantic::index::item_tree::Item;
use puppet_semantic::resolve::module_items::module_named;
use puppet_text::closest;

declare_rule! {
    /// A Hiera key names a parameter that the class does not have.
    pub HIERA_UNKNOWN_PARAMETER = {
        code: "H602", name: "hiera-unknown-parameter",
        level: Warning, fix: Unsafe,
        help: "Remove the key, or rename it to a parameter of the class",
    }
}

/// A key for a parameter of a class; none if the class has it.
pub(crate) fn class_diagnostic(
    data: &DataContext<'_>,
    entry: &DataEntry,
    (class, item): (&str, Item),
    name: &str,
) -> Option<Diagnostic<FilePlace>> {
    let signature = signature(data.db, data.environment, item);
    if signature.parameter(name).is_some() {
        return None;
    }
    let label = format!("Class[{}]", capitalized(class));
    let message = format!("{label}: has no parameter named '{name}': this Hiera key is not used");
    let names = signature.parameters.iter();
    let names = names.map(|parameter| &*parameter.name);
    let diagnostic = Diagnostic::new(
        &HIERA_UNKNOWN_PARAMETER,
        data.place(entry.key_range),
        message,
    );
    Some(match closest(name, names) {
        Some(near) => with_replacement(data, diagnostic, &entry.key, &format!("{class}::{near}")),
        // The version that is deployed may have it, or its code may look up the key.
        None if is_dependency(data, class) => diagnostic.with_severity(Severity::Hint),
        None => diagnostic,
    })
}

/// A key for a parameter of a defined type. Others are looked up by code that is not here.
pub(crate) fn defined_type_diagnostic(
    data: &DataContext<'_>,
    entry: &DataEntry,
    (define, item): (&str, Item),
    name: &str,
) -> Option<Diagnostic<FilePlace>> {
    let signature = signature(data.db, data.environment, item);
    signature.parameter(name)?;
    let message = format!("'{define}' is a defined type: Hiera sets parameters of classes only");
    let place = data.place(entry.key_range);
    Some(Diagnostic::new(&HIERA_UNKNOWN_PARAMETER, place, message))
}

fn is_dependency(data: &DataContext<'_>, class: &str) -> bool {
    let module = module_named(data.db, data.environment, &module_name(class));
    module.is_some_and(|module| module.origin(data.db) != ModuleOrigin::Workspace)
}
