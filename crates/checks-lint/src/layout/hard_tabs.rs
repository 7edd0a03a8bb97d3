//! Tab characters.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// White space has a tab character.
    pub HARD_TABS = {
        code: "L602", name: "hard-tabs",
        level: Off, fix: Safe, puppet_lint: ["hard_tabs"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let is_space = |kind| matches!(kind, LintTokenKind::Indent | LintTokenKind::Space);
    for space in manifest.tokens.positions_where(is_space) {
        let text = manifest.tokens.source(space);
        if text.contains('\t') {
            let edit = manifest.replace(space, text.replace('\t', "  "));
            let fix = manifest.fix("Use spaces", vec![edit]);
            let found = manifest.report(&HARD_TABS, space, "The white space has a tab character");
            out.push(
                found
                    .with_help("Use two spaces for each level")
                    .with_fix(fix),
            );
        }
    }
}
