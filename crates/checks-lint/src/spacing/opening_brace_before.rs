//! The space before `{`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// There is not exactly one space before an opening brace.
    pub OPENING_BRACE_BEFORE = {
        code: "L701", name: "opening-brace-before",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_opening_brace_before"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for brace in tokens.positions(LintTokenKind::LeftBrace) {
        let Some(before) = tokens.text_before(brace) else {
            continue;
        };
        if !is_spaced(manifest, before, brace) {
            let found = manifest.report(
                &OPENING_BRACE_BEFORE,
                brace,
                "Expected one space before '{'",
            );
            let found = found.with_help("Write one space before it");
            let opens = manifest.is_any(
                Some(before),
                &[LintTokenKind::LeftParen, LintTokenKind::LeftBracket],
            );
            let edit = manifest.space_between(before, brace, if opens { "" } else { " " });
            out.push(found.with_fix(manifest.fix("Correct the space", vec![edit])));
        }
    }
}

fn is_spaced(manifest: &Manifest<'_>, before: usize, brace: usize) -> bool {
    let tokens = &manifest.tokens;
    let is_one_space = before + 2 == brace && tokens.is_single_space(brace - 1);
    let is_on_new_line =
        (before..brace).any(|it| tokens.has_kind(Some(it), LintTokenKind::Newline));
    match tokens.kind(before) {
        Some(LintTokenKind::Comment | LintTokenKind::Colon) => true,
        Some(LintTokenKind::Comma) => is_on_new_line || is_one_space,
        Some(LintTokenKind::LeftParen | LintTokenKind::LeftBracket) => {
            before + 1 == brace || is_on_new_line
        }
        Some(LintTokenKind::LeftBrace) => is_on_new_line || is_one_space,
        _ => is_one_space,
    }
}
