//! Strings in double quotes that need none.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A string in double quotes has no variable and no escape.
    pub DOUBLE_QUOTED_STRINGS = {
        code: "L301", name: "double-quoted-strings",
        level: Off, fix: Safe, puppet_lint: ["double_quoted_strings"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for string in manifest.tokens.positions(LintTokenKind::DoubleQuoted) {
        let text = manifest.tokens.value(string);
        if text.contains(['\\', '\'', '\n', '\r', '\t']) {
            continue;
        }
        let message = "The string in double quotes has no variable";
        let edit = manifest.replace(string, format!("'{text}'"));
        let fix = manifest.fix("Use single quotes", vec![edit]);
        let found = manifest.report(&DOUBLE_QUOTED_STRINGS, string, message);
        out.push(found.with_help("Use single quotes").with_fix(fix));
    }
}
