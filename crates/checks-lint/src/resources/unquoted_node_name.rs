//! Names of nodes without quotes.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use puppet_syntax::TextRange;

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// The name of a node has no quotes.
    pub UNQUOTED_NODE_NAME = {
        code: "L209", name: "unquoted-node-name",
        level: Off, fix: Safe, puppet_lint: ["unquoted_node_name"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for node in tokens.positions(LintTokenKind::Node) {
        let mut last = None;
        for index in tokens.outside_brackets(node) {
            if manifest.is_any(
                Some(index),
                &[LintTokenKind::LeftBrace, LintTokenKind::Arrow],
            ) {
                break;
            }
            // The parts of a name with dots belong together.
            let is_next_part = last == Some(index);
            let is_part = manifest.is_any(
                Some(index),
                &[
                    LintTokenKind::Name,
                    LintTokenKind::Number,
                    LintTokenKind::Dot,
                ],
            );
            last = is_part.then_some(index + 1);
            if is_next_part || !tokens.has_kind(Some(index), LintTokenKind::Name) {
                continue;
            }
            let range = name_range(manifest, index);
            let name = &manifest.text[range];
            let message = format!("The name of the node '{name}' has no quotes");
            let edit = manifest.edit(range, format!("'{name}'"));
            let found = manifest.report_at(&UNQUOTED_NODE_NAME, range, message);
            let found = found.with_help("Write it in single quotes");
            out.push(found.with_fix(manifest.fix("Quote the name", vec![edit])));
        }
    }
}

/// A name with all its parts.
fn name_range(manifest: &Manifest<'_>, first: usize) -> TextRange {
    let parts = [
        LintTokenKind::Name,
        LintTokenKind::Number,
        LintTokenKind::Dot,
    ];
    let mut last = first;
    while manifest.is_any(Some(last + 1), &parts) {
        last += 1;
    }
    TextRange::new(manifest.range(first).start(), manifest.range(last).end())
}
