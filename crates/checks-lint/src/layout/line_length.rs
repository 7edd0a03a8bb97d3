//! Lines of more than 140 characters.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Rule, declare_rule};

use puppet_syntax::{TextRange, TextSize};

use crate::manifest::Manifest;

declare_rule! {
    /// A line has more than 140 characters.
    pub LINE_LENGTH = {
        code: "L604", name: "line-length",
        level: Off, no_fix: "where a line can be broken depends on what it says", puppet_lint: ["140chars"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    out.extend(long_lines(manifest, &LINE_LENGTH, 140));
}

/// A diagnostic for each line that is longer than a limit, but for those with a URL or a call of `template`.
pub(crate) fn long_lines(
    manifest: &Manifest<'_>,
    rule: &'static Rule,
    limit: usize,
) -> Vec<Diagnostic<FilePlace>> {
    let mut start = TextSize::new(0);
    let mut found = Vec::new();
    for line in manifest.text.split('\n') {
        let whole = TextRange::at(start, TextSize::of(line));
        start = whole.end() + TextSize::of("\n");
        let Some((rest, _)) = line.char_indices().nth(limit) else {
            continue;
        };
        if !line.contains("://") && !line.contains("template(") {
            let rest = TextRange::at(
                whole.start() + TextSize::of(&line[..rest]),
                TextSize::of(&line[rest..]),
            );
            let message = format!("The line has more than {limit} characters");
            found.push(
                manifest
                    .report_at(rule, rest, message)
                    .with_help("Break it"),
            );
        }
    }
    found
}
