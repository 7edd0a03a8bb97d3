//! Files without a line break at the end.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use puppet_syntax::{TextRange, TextSize};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// The last line of a file has no line break.
    pub MISSING_NEWLINE_AT_END = {
        code: "L715", name: "missing-newline-at-end",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_missing_newline_end_of_file"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let Some(last) = manifest.tokens.len().checked_sub(1) else {
        return;
    };
    if !manifest.tokens.has_kind(Some(last), LintTokenKind::Newline) {
        let end = TextRange::empty(TextSize::of(manifest.text));
        let fix = manifest.fix("Add the line break", vec![manifest.edit(end, "\n")]);
        let found = manifest.report(
            &MISSING_NEWLINE_AT_END,
            last,
            "The last line has no line break",
        );
        out.push(found.with_help("End it with a line break").with_fix(fix));
    }
}
