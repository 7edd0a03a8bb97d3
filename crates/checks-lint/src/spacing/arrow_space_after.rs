//! The space after `=>`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// There is not exactly one space after `=>`.
    pub ARROW_SPACE_AFTER = {
        code: "L709", name: "arrow-space-after",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_arrows_single_space_after"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for arrow in tokens.positions(LintTokenKind::Arrow) {
        let after = arrow + 1;
        if after == tokens.len() || tokens.is_single_space(after) {
            continue;
        }
        let found = manifest.report(&ARROW_SPACE_AFTER, after, "Expected one space after '=>'");
        let mut found = found.with_help("Write the value on the same line, after one space");
        let edit = match tokens.kind(after) {
            Some(LintTokenKind::Newline) => None,
            Some(LintTokenKind::Space) => Some(manifest.replace(after, " ")),
            _ => Some(manifest.space_between(arrow, after, " ")),
        };
        if let Some(edit) = edit {
            found = found.with_fix(manifest.fix("Write one space", vec![edit]));
        }
        out.push(found);
    }
}
