//! Strings without quotes as options of selectors.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::conditionals::unquoted_string_in_case::unquoted;
use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// An option of a selector is a string without quotes.
    pub UNQUOTED_STRING_IN_SELECTOR = {
        code: "L503", name: "unquoted-string-in-selector",
        level: Off, fix: Safe, puppet_lint: ["unquoted_string_in_selector"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for question in tokens.positions(LintTokenKind::Question) {
        let Some(brace) = tokens.code_after(question) else {
            continue;
        };
        let Some(end) = tokens.partner(brace) else {
            continue;
        };
        let inner = tokens.outside_brackets(brace).take_while(|it| *it < end);
        for arrow in inner.filter(|it| tokens.has_kind(Some(*it), LintTokenKind::Arrow)) {
            let option = tokens.code_before(arrow);
            let before = option.and_then(|it| tokens.code_before(it));
            if manifest.is_any(before, &[LintTokenKind::LeftBrace, LintTokenKind::Comma]) {
                out.extend(
                    option.and_then(|it| unquoted(manifest, &UNQUOTED_STRING_IN_SELECTOR, it)),
                );
            }
        }
    }
}
