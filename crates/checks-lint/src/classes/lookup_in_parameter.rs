//! Defaults of parameters that call `lookup`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A default of a parameter is looked up with `lookup`.
    pub LOOKUP_IN_PARAMETER = {
        code: "L109", name: "lookup-in-parameter",
        level: Off, no_fix: "the data has to be renamed to the key of the parameter", puppet_lint: ["lookup_in_parameter"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for definition in &manifest.definitions {
        for index in definition.parameters.clone().into_iter().flatten() {
            let is_call = manifest
                .tokens
                .has_kind(Some(index), LintTokenKind::FunctionName);
            if is_call && manifest.tokens.value(index) == "lookup" {
                let message = "The default of a parameter is looked up with 'lookup'";
                let found = manifest.report(&LOOKUP_IN_PARAMETER, index, message);
                out.push(found.with_help("Puppet looks up the key of the parameter itself"));
            }
        }
    }
}
