//! The space after `}`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Rule, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A closing brace is followed by a space and a sign, or by a word without a space.
    pub CLOSING_BRACE_AFTER = {
        code: "L704", name: "closing-brace-after",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_closing_brace_after"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for bracket in manifest.tokens.positions(LintTokenKind::RightBrace) {
        out.extend(wrongly_followed(manifest, &CLOSING_BRACE_AFTER, bracket));
    }
}

/// A diagnostic if white space stands between a closing bracket and a sign, or none before anything else.
pub(crate) fn wrongly_followed(
    manifest: &Manifest<'_>,
    rule: &'static Rule,
    bracket: usize,
) -> Option<Diagnostic<FilePlace>> {
    let tokens = &manifest.tokens;
    let next = tokens.kind(bracket + 1)?;
    let is_space = next == LintTokenKind::Space;
    let attaches = match is_space {
        true => is_attached(tokens.kind(tokens.text_after(bracket)?)?),
        false => is_attached(next),
    };
    if attaches != is_space {
        return None;
    }
    let sign = tokens.source(bracket);
    Some(if is_space {
        let message = format!("Unexpected white space after '{sign}'");
        let edit = manifest.replace(bracket + 1, "");
        let fix = manifest.fix("Remove the space", vec![edit]);
        let found = manifest.report(rule, bracket + 1, message);
        found.with_help("Remove it").with_fix(fix)
    } else {
        let message = format!("Expected a space or a line break after '{sign}'");
        let found = manifest.report(rule, bracket + 1, message);
        found.with_help("Write a space or a line break after it")
    })
}

/// Whether a token stands immediately after a closing bracket.
fn is_attached(kind: LintTokenKind) -> bool {
    matches!(
        kind,
        LintTokenKind::RightBracket
            | LintTokenKind::RightParen
            | LintTokenKind::Semicolon
            | LintTokenKind::Comma
            | LintTokenKind::Colon
            | LintTokenKind::Dot
            | LintTokenKind::Newline
            | LintTokenKind::StringMiddle
            | LintTokenKind::StringEnd
            | LintTokenKind::LeftBracket
            | LintTokenKind::HeredocMiddle
            | LintTokenKind::HeredocEnd
    )
}
