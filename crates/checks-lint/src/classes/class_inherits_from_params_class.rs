//! Classes that inherit from `params`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;

declare_rule! {
    /// A class inherits from a class with defaults.
    pub CLASS_INHERITS_FROM_PARAMS_CLASS = {
        code: "L102", name: "class-inherits-from-params-class",
        level: Off, no_fix: "the defaults belong into the data of the module", puppet_lint: ["class_inherits_from_params_class"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for class in manifest.classes() {
        if let Some(inherited) = class.inherited
            && manifest.tokens.value(inherited).ends_with("::params")
        {
            let message = "A class inherits from a class 'params'";
            let found = manifest.report(&CLASS_INHERITS_FROM_PARAMS_CLASS, inherited, message);
            out.push(found.with_help("Give the defaults in the data of the module"));
        }
    }
}
