//! The space before `}`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// There is neither a space nor a line break before a closing brace.
    pub CLOSING_BRACE_BEFORE = {
        code: "L703", name: "closing-brace-before",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_closing_brace_before"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for brace in tokens.positions(LintTokenKind::RightBrace) {
        let Some(before) = tokens.text_before(brace) else {
            continue;
        };
        if is_spaced(manifest, before, brace) {
            continue;
        }
        let message = "Expected one space or one line break before '}'";
        let found = manifest.report(&CLOSING_BRACE_BEFORE, before + 1, message);
        let found = found.with_help("Write one space or one line break before it");
        let breaks = (before..brace)
            .rev()
            .find(|it| tokens.has_kind(Some(*it), LintTokenKind::Newline));
        let edit = match (breaks, tokens.kind(before)) {
            (Some(last), _) => manifest.space_between(before, last, ""),
            (None, Some(LintTokenKind::LeftBrace)) => manifest.space_between(before, brace, ""),
            (None, _) => manifest.space_between(before, brace, " "),
        };
        out.push(found.with_fix(manifest.fix("Correct the space", vec![edit])));
    }
}

fn is_spaced(manifest: &Manifest<'_>, before: usize, brace: usize) -> bool {
    let tokens = &manifest.tokens;
    match tokens.kind(brace - 1) {
        Some(LintTokenKind::LeftBrace) => true,
        Some(LintTokenKind::Indent) => before + 3 == brace,
        Some(LintTokenKind::Newline) => before + 2 == brace,
        _ => {
            let is_one_space = before + 2 == brace && tokens.is_single_space(brace - 1);
            is_one_space && !tokens.has_kind(Some(before), LintTokenKind::LeftBrace)
        }
    }
}
