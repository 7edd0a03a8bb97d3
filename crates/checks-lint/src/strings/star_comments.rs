//! Comments between `/*` and `*/`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A comment is written with `/*` and `*/`.
    pub STAR_COMMENTS = {
        code: "L307", name: "star-comments",
        level: Off, fix: Safe, puppet_lint: ["star_comments"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for comment in manifest.tokens.positions(LintTokenKind::BlockComment) {
        let message = "The comment is written with '/*' and '*/'";
        let mut found = manifest.report(&STAR_COMMENTS, comment, message);
        found = found.with_help("Start each of its lines with '#'");
        // What follows it on its line would become a part of the comment.
        if manifest.is_any(Some(comment + 1), &[LintTokenKind::Newline]) {
            let edit = manifest.replace(comment, lines(manifest, comment));
            found = found.with_fix(manifest.fix("Use `#`", vec![edit]));
        }
        out.push(found);
    }
}

/// The lines of a comment, each with `#` in front.
fn lines(manifest: &Manifest<'_>, comment: usize) -> String {
    let text = manifest.tokens.source(comment);
    let inner = text.trim_start_matches("/*").trim_end_matches("*/");
    let indent = " ".repeat(manifest.column(comment) - 1);
    let lines = inner.trim().lines().map(|line| {
        let line = line.trim().trim_start_matches('*').trim_start();
        format!("# {line}").trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join(&format!("\n{indent}"))
}
