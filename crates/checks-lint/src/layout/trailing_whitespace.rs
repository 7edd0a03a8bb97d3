//! White space at the end of lines.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A line ends with white space.
    pub TRAILING_WHITESPACE = {
        code: "L603", name: "trailing-whitespace",
        level: Off, fix: Safe, puppet_lint: ["trailing_whitespace"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let is_space = |kind| matches!(kind, LintTokenKind::Indent | LintTokenKind::Space);
    for space in manifest.tokens.positions_where(is_space) {
        if matches!(
            manifest.tokens.kind(space + 1),
            None | Some(LintTokenKind::Newline)
        ) {
            let fix = manifest.fix("Remove it", vec![manifest.replace(space, "")]);
            let found = manifest.report(
                &TRAILING_WHITESPACE,
                space,
                "The line ends with white space",
            );
            out.push(found.with_help("Remove it").with_fix(fix));
        }
    }
}
