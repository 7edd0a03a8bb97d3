//! Empty lines that follow each other.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use puppet_syntax::TextRange;

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// Two empty lines follow each other.
    pub TWO_EMPTY_LINES = {
        code: "L713", name: "two-empty-lines",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_two_empty_lines"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let mut breaks: [Option<usize>; 2] = [None; 2];
    for (index, token) in manifest.tokens_from(0) {
        if token.kind == LintTokenKind::Newline {
            if let [Some(_), Some(last)] = breaks {
                let message = "Two empty lines follow each other";
                let line = TextRange::new(manifest.range(last).end(), token.range.end());
                let fix = manifest.fix("Remove the line", vec![manifest.edit(line, "")]);
                let found = manifest.report(&TWO_EMPTY_LINES, index, message);
                out.push(found.with_help("Remove one of them").with_fix(fix));
            }
            breaks = [breaks[1], Some(index)];
        } else if !token.kind.is_blank() {
            breaks = [None; 2];
        }
    }
}
