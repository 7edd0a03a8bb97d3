//! Interpolations in single quotes.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A string in single quotes has an interpolation.
    pub SINGLE_QUOTE_STRING_WITH_VARIABLES = {
        code: "L305", name: "single-quote-string-with-variables",
        level: Off, no_fix: "whether an interpolation or its text is meant has to be decided", puppet_lint: ["single_quote_string_with_variables"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for string in tokens.positions(LintTokenKind::SingleQuoted) {
        let function = string.checked_sub(2).map_or("", |it| tokens.value(it));
        let is_template = function.contains("inline_epp") || function.contains("inline_template");
        if !is_template && tokens.value(string).contains("${") {
            let message = "The string in single quotes has '${', which is not interpolated";
            let found = manifest.report(&SINGLE_QUOTE_STRING_WITH_VARIABLES, string, message);
            out.push(found.with_help("Use double quotes if a variable is meant"));
        }
    }
}
