//! Strings `'true'` and `'false'`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A string is the name of a boolean value.
    pub QUOTED_BOOLEANS = {
        code: "L304", name: "quoted-booleans",
        level: Off, fix: Unsafe, puppet_lint: ["quoted_booleans"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let is_string = |kind| {
        matches!(
            kind,
            LintTokenKind::SingleQuoted | LintTokenKind::DoubleQuoted
        )
    };
    for string in manifest.tokens.positions_where(is_string) {
        let value = manifest.tokens.value(string);
        if matches!(value, "true" | "false") {
            let message = format!("The string '{value}' is not a boolean value");
            let edit = manifest.replace(string, value);
            let fix = manifest.unsafe_fix("Remove the quotes", vec![edit]);
            let found = manifest.report(&QUOTED_BOOLEANS, string, message);
            out.push(
                found
                    .with_help("Remove the quotes if a Boolean is meant")
                    .with_fix(fix),
            );
        }
    }
}
