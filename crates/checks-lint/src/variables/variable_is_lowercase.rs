//! Variables with an upper-case letter.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// The name of a variable has an upper-case letter.
    pub VARIABLE_IS_LOWERCASE = {
        code: "L401", name: "variable-is-lowercase",
        level: Off, no_fix: "a rename changes what callers and data name", puppet_lint: ["variable_is_lowercase", "variable_contains_upcase"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for variable in manifest.tokens.positions_where(LintTokenKind::is_variable) {
        let name = manifest
            .tokens
            .value(variable)
            .split('[')
            .next()
            .unwrap_or_default();
        if name.contains(|c: char| c.is_ascii_uppercase()) {
            let message = format!("The name of the variable '${name}' has an upper-case letter");
            let found = manifest.report(&VARIABLE_IS_LOWERCASE, variable, message);
            out.push(found.with_help("Use lower-case letters and '_'"));
        }
    }
}
