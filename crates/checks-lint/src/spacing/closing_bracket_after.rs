//! The space after `]`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::spacing::closing_brace_after::wrongly_followed;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A closing bracket is followed by a space and a sign, or by a word without a space.
    pub CLOSING_BRACKET_AFTER = {
        code: "L708", name: "closing-bracket-after",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_closing_bracket_after"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for bracket in manifest.tokens.positions(LintTokenKind::RightBracket) {
        out.extend(wrongly_followed(manifest, &CLOSING_BRACKET_AFTER, bracket));
    }
}
