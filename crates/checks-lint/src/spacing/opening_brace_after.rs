//! The space after `{`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// There is neither a space nor a line break after an opening brace.
    pub OPENING_BRACE_AFTER = {
        code: "L702", name: "opening-brace-after",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_opening_brace_after"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for brace in tokens.positions(LintTokenKind::LeftBrace) {
        let mut after = brace + 1;
        let others = [
            LintTokenKind::RightBrace,
            LintTokenKind::LeftBracket,
            LintTokenKind::LeftBrace,
        ];
        if after == tokens.len()
            || tokens.is_single_space(after)
            || manifest.is_any(Some(after), &others)
        {
            continue;
        }
        let mut text = " ";
        if tokens.has_kind(Some(after), LintTokenKind::Newline) {
            after += 1;
            text = "\n";
            if !tokens.has_kind(Some(after), LintTokenKind::Newline) {
                continue;
            }
        }
        let message = "Expected one space or one line break after '{'";
        let found = manifest.report(&OPENING_BRACE_AFTER, after, message);
        let found = found.with_help("Write one space or one line break after it");
        let edit = match tokens.kind(after) {
            // Up to the last of the empty lines.
            Some(LintTokenKind::Newline) => {
                let others = manifest.tokens_from(brace + 1);
                let last = others
                    .take_while(|(_, it)| it.kind == LintTokenKind::Newline)
                    .last();
                last.map(|(last, _)| manifest.space_between(brace, last + 1, text))
            }
            Some(LintTokenKind::Space) => Some(manifest.replace(after, text)),
            _ => Some(manifest.space_between(brace, after, text)),
        };
        out.push(match edit {
            Some(edit) => found.with_fix(manifest.fix("Correct the space", vec![edit])),
            None => found,
        });
    }
}
