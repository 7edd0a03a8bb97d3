//! Indents of an odd width.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A line is indented by an odd number of spaces.
    pub SOFT_TABS = {
        code: "L601", name: "soft-tabs",
        level: Off, no_fix: "the formatter lays out the file as a whole", puppet_lint: ["2sp_soft_tabs"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for indent in manifest.tokens.positions(LintTokenKind::Indent) {
        let width = manifest.tokens.source(indent).chars().count();
        if width % 2 == 1 {
            let message = format!("The line is indented by {width} characters");
            let found = manifest.report(&SOFT_TABS, indent, message);
            out.push(found.with_help("Indent by two spaces for each level"));
        }
    }
}
