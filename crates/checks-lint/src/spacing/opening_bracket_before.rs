//! The space before `[`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// There is not exactly one space before an opening bracket.
    pub OPENING_BRACKET_BEFORE = {
        code: "L705", name: "opening-bracket-before",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_opening_bracket_before"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for bracket in tokens
        .positions(LintTokenKind::LeftBracket)
        .filter(|it| *it > 0)
    {
        let Some(before) = tokens.text_before(bracket) else {
            continue;
        };
        if is_spaced(manifest, before, bracket) {
            continue;
        }
        let found = manifest.report(
            &OPENING_BRACKET_BEFORE,
            bracket,
            "Expected one space before '['",
        );
        let mut found = found.with_help("Write one space before it");
        // In other places, the space decides whether an index or a list starts.
        let text = match tokens.kind(before) {
            Some(LintTokenKind::LeftParen | LintTokenKind::LeftBracket) => Some(""),
            Some(LintTokenKind::Arrow | LintTokenKind::Equals | LintTokenKind::Comma) => Some(" "),
            _ => None,
        };
        if let Some(text) = text {
            let edit = manifest.space_between(before, bracket, text);
            found = found.with_fix(manifest.fix("Correct the space", vec![edit]));
        }
        out.push(found);
    }
}

fn is_spaced(manifest: &Manifest<'_>, before: usize, bracket: usize) -> bool {
    let tokens = &manifest.tokens;
    let starts_line = manifest.is_any(
        Some(bracket - 1),
        &[LintTokenKind::Indent, LintTokenKind::Newline],
    );
    let is_adjacent = before + 1 == bracket;
    let is_one_space = before + 2 == bracket && tokens.is_single_space(bracket - 1);
    match tokens.kind(before) {
        Some(LintTokenKind::Comment) => true,
        Some(LintTokenKind::Name) => is_adjacent || starts_line || is_one_space,
        Some(LintTokenKind::Semicolon | LintTokenKind::Comma | LintTokenKind::Colon) => {
            starts_line || is_one_space
        }
        Some(
            LintTokenKind::RightBracket
            | LintTokenKind::RightBrace
            | LintTokenKind::RightParen
            | LintTokenKind::LeftParen
            | LintTokenKind::LeftBracket
            | LintTokenKind::Type,
        ) => is_adjacent || starts_line,
        Some(LintTokenKind::LeftBrace) => {
            let outer = tokens.text_before(before);
            let is_title =
                manifest.is_any(outer, &[LintTokenKind::Name, LintTokenKind::Pipe]) && is_one_space;
            is_adjacent || starts_line || is_title || outer.is_none()
        }
        Some(LintTokenKind::Reference | LintTokenKind::Variable) => is_adjacent,
        _ => is_one_space,
    }
}
