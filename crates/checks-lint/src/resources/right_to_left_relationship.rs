//! Chaining arrows that point to the left.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A chaining arrow points to the left.
    pub RIGHT_TO_LEFT_RELATIONSHIP = {
        code: "L211", name: "right-to-left-relationship",
        level: Off, no_fix: "the operands have to change places, which the reader has to agree with", puppet_lint: ["right_to_left_relationship"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for arrow in manifest.tokens.positions(LintTokenKind::OutEdge) {
        let message = "The arrow '<-' points to the left";
        let found = manifest.report(&RIGHT_TO_LEFT_RELATIONSHIP, arrow, message);
        out.push(
            found
                .with_help("Write the resources in the order in which they are applied, with '->'"),
        );
    }
}
