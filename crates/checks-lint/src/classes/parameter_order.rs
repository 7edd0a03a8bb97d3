//! Required parameters after optional ones.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::parameters::parameters;

declare_rule! {
    /// A parameter without a default follows one that has one.
    pub PARAMETER_ORDER = {
        code: "L106", name: "parameter-order",
        level: Off, no_fix: "the callers of a class name its parameters, but readers have to agree with a new order", puppet_lint: ["parameter_order"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for definition in &manifest.definitions {
        let mut has_default = false;
        for parameter in parameters(manifest, definition) {
            if parameter.default.is_some() {
                has_default = true;
            } else if has_default {
                let message = format!(
                    "The required parameter '${}' follows an optional one",
                    manifest.tokens.value(parameter.variable)
                );
                let found = manifest.report(&PARAMETER_ORDER, parameter.variable, message);
                out.push(found.with_help("List the required parameters first"));
            }
        }
    }
}
