//! The space before `]`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// There is white space other than one line break before a closing bracket.
    pub CLOSING_BRACKET_BEFORE = {
        code: "L707", name: "closing-bracket-before",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_closing_bracket_before"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for bracket in tokens
        .positions(LintTokenKind::RightBracket)
        .filter(|it| *it > 0)
    {
        let Some(before) = tokens.text_before(bracket) else {
            continue;
        };
        let is_right = match tokens.kind(bracket - 1) {
            Some(LintTokenKind::Indent) => before + 3 == bracket,
            Some(LintTokenKind::Newline) => before + 2 == bracket,
            Some(LintTokenKind::Space) => false,
            _ => true,
        };
        if is_right {
            continue;
        }
        let message = "Expected nothing or one line break before ']'";
        let found = manifest.report(&CLOSING_BRACKET_BEFORE, before + 1, message);
        let found = found.with_help("Remove it");
        let breaks = (before..bracket)
            .rev()
            .find(|it| tokens.has_kind(Some(*it), LintTokenKind::Newline));
        let edit = manifest.space_between(before, breaks.unwrap_or(bracket), "");
        out.push(found.with_fix(manifest.fix("Remove the white space", vec![edit])));
    }
}
