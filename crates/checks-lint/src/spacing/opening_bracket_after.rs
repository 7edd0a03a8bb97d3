//! The space after `[`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// There is white space other than one line break after an opening bracket.
    pub OPENING_BRACKET_AFTER = {
        code: "L706", name: "opening-bracket-after",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_opening_bracket_after"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for bracket in tokens.positions(LintTokenKind::LeftBracket) {
        let mut after = bracket + 1;
        if !tokens.kind(after).is_some_and(LintTokenKind::is_blank) {
            continue;
        }
        if tokens.has_kind(Some(after), LintTokenKind::Newline) {
            after += 1;
            if !tokens.has_kind(Some(after), LintTokenKind::Newline) {
                continue;
            }
        }
        let message = "Expected nothing or one line break after '['";
        let found = manifest.report(&OPENING_BRACKET_AFTER, after, message);
        let found = found.with_help("Remove it");
        let edit = match tokens.has_kind(Some(after), LintTokenKind::Newline) {
            true => {
                let others = manifest.tokens_from(bracket + 1);
                let last = others
                    .take_while(|(_, it)| it.kind == LintTokenKind::Newline)
                    .last();
                last.map(|(last, _)| manifest.space_between(bracket, last, ""))
            }
            false => Some(manifest.replace(after, "")),
        };
        out.push(match edit {
            Some(edit) => found.with_fix(manifest.fix("Remove the white space", vec![edit])),
            None => found,
        });
    }
}
