//! Defaults that are empty strings.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::parameters::parameters;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// The default of a parameter of type String is the empty string.
    pub PARAMS_EMPTY_STRING_ASSIGNMENT = {
        code: "L110", name: "params-empty-string-assignment",
        level: Off, no_fix: "whether the parameter should be Optional has to be decided", puppet_lint: ["params_empty_string_assignment"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for definition in &manifest.definitions {
        for parameter in parameters(manifest, definition) {
            let (Some(of_type), Some(default)) = (parameter.of_type, parameter.default) else {
                continue;
            };
            let name = tokens.value(of_type);
            let may_be_string = tokens.has_kind(Some(of_type), LintTokenKind::Type)
                && matches!(name, "String" | "Variant");
            let is_empty = tokens.has_kind(Some(default), LintTokenKind::SingleQuoted)
                && tokens.value(default).is_empty();
            if may_be_string && is_empty {
                let name = tokens.value(parameter.variable);
                let message = format!("The default of '${name}' is the empty string");
                let found =
                    manifest.report(&PARAMS_EMPTY_STRING_ASSIGNMENT, parameter.variable, message);
                out.push(
                    found.with_help("Use undef for no value, with a type of Optional[String[1]]"),
                );
            }
        }
    }
}
