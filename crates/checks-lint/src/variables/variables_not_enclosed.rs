//! Variables in strings without braces.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A variable in a string has no braces.
    pub VARIABLES_NOT_ENCLOSED = {
        code: "L404", name: "variables-not-enclosed",
        level: Off, fix: Safe, puppet_lint: ["variables_not_enclosed"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for variable in manifest.tokens.positions(LintTokenKind::BareVariable) {
        let name = manifest.tokens.value(variable);
        let message = format!("The variable '${name}' in a string has no braces");
        let edit = manifest.replace(variable, format!("${{{name}}}"));
        let fix = manifest.fix("Add the braces", vec![edit]);
        let found = manifest.report(&VARIABLES_NOT_ENCLOSED, variable, message);
        out.push(found.with_help(format!("Write ${{{name}}}")).with_fix(fix));
    }
}
