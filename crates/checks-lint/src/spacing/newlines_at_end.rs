//! Empty lines at the end of a file.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A file ends with an empty line.
    pub NEWLINES_AT_END = {
        code: "L716", name: "newlines-at-end",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_double_newline_end_of_file"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let is_break = |it: &usize| manifest.tokens.has_kind(Some(*it), LintTokenKind::Newline);
    let breaks = (1..manifest.tokens.len()).rev().take_while(is_break);
    for index in breaks.filter(|it| is_break(&(it - 1))) {
        let fix = manifest.fix("Remove the line", vec![manifest.replace(index, "")]);
        let found = manifest.report(&NEWLINES_AT_END, index, "The file ends with an empty line");
        out.push(found.with_help("Remove it").with_fix(fix));
    }
}
