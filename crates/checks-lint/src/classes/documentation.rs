//! Definitions without a comment.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, SUPPRESSION_MARKER, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A class or defined type has no comment above it.
    pub DOCUMENTATION = {
        code: "L107", name: "documentation",
        level: Off, no_fix: "only a person knows what to say", puppet_lint: ["documentation"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for definition in &manifest.definitions {
        if !has_comment(manifest, definition.tokens.start) {
            let message = format!("The {} has no comment above it", definition.describe());
            let found = manifest.report(&DOCUMENTATION, definition.tokens.start, message);
            out.push(found.with_help("Describe its purpose in a comment"));
        }
    }
}

/// Whether a comment stands on the line of a token or the one above. One that suppresses diagnostics documents nothing.
fn has_comment(manifest: &Manifest<'_>, token: usize) -> bool {
    let mut breaks = 0;
    for index in (0..token).rev() {
        match manifest.tokens.kind(index) {
            Some(LintTokenKind::Newline) if breaks == 1 => return false,
            Some(LintTokenKind::Newline) => breaks += 1,
            Some(LintTokenKind::Space | LintTokenKind::Indent) => {}
            Some(LintTokenKind::Comment) if is_suppression(manifest.tokens.source(index)) => {
                breaks = 0
            }
            kind => {
                return matches!(
                    kind,
                    Some(LintTokenKind::Comment | LintTokenKind::BlockComment)
                );
            }
        }
    }
    false
}

fn is_suppression(comment: &str) -> bool {
    let text = comment.trim_start_matches('#').trim_start();
    text.starts_with(SUPPRESSION_MARKER)
}
