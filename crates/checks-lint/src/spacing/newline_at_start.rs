//! Empty lines at the start of a file.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A file starts with an empty line.
    pub NEWLINE_AT_START = {
        code: "L714", name: "newline-at-start",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_newline_beginning_of_file"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = manifest.tokens_from(0);
    for (index, _) in tokens.take_while(|(_, token)| token.kind == LintTokenKind::Newline) {
        let fix = manifest.fix("Remove the line", vec![manifest.replace(index, "")]);
        let found = manifest.report(
            &NEWLINE_AT_START,
            index,
            "The file starts with an empty line",
        );
        out.push(found.with_help("Remove it").with_fix(fix));
    }
}
