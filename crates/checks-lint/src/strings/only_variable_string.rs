//! Strings of a variable alone.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use puppet_syntax::TextRange;

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A string contains nothing but a variable.
    pub ONLY_VARIABLE_STRING = {
        code: "L302", name: "only-variable-string",
        level: Off, fix: Unsafe, puppet_lint: ["only_variable_string"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for start in manifest.tokens.positions(LintTokenKind::StringStart) {
        if let Some(end) = end_of_string(manifest, start) {
            let message = "The string contains only a variable";
            let found = manifest.report(&ONLY_VARIABLE_STRING, start + 1, message);
            let found = found.with_help("Use the variable itself, without quotes");
            let range = TextRange::new(manifest.range(start).start(), manifest.range(end).end());
            let inner = TextRange::new(
                manifest.range(start + 1).start(),
                manifest.range(end).start(),
            );
            let inner = manifest.text[inner].trim_start_matches('$');
            let edit = manifest.edit(range, format!("${inner}"));
            out.push(found.with_fix(manifest.unsafe_fix("Remove the quotes", vec![edit])));
        }
    }
}

/// The last token of a string that has only a variable with its indexes, and is not the key of a hash.
fn end_of_string(manifest: &Manifest<'_>, start: usize) -> Option<usize> {
    let tokens = &manifest.tokens;
    let is_variable = |index| tokens.kind(index).is_some_and(LintTokenKind::is_variable);
    if !tokens.value(start).is_empty() || !is_variable(start + 1) {
        return None;
    }
    let mut end = start + 2;
    while tokens.has_kind(Some(end), LintTokenKind::LeftBracket) {
        end = tokens.partner(end)? + 1;
    }
    let is_end =
        tokens.has_kind(Some(end), LintTokenKind::StringEnd) && tokens.value(end).is_empty();
    (is_end && !tokens.has_kind(tokens.code_after(end), LintTokenKind::Arrow)).then_some(end)
}
