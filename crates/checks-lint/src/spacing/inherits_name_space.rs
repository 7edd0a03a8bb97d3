//! The space after `inherits`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Rule, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// There is not exactly one space between `inherits` and the name.
    pub INHERITS_NAME_SPACE = {
        code: "L710", name: "inherits-name-space",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_inherits_name_single_space_before"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for inherits in manifest.tokens.positions(LintTokenKind::Inherits) {
        let Some(name) = manifest.tokens.code_after(inherits) else {
            continue;
        };
        let message = "Expected one space between 'inherits' and the name";
        out.extend(not_one_space(
            manifest,
            &INHERITS_NAME_SPACE,
            (inherits, name),
            inherits + 1,
            message,
        ));
    }
}

/// A diagnostic at a token if not just one space stands between two tokens.
pub(crate) fn not_one_space(
    manifest: &Manifest<'_>,
    rule: &'static Rule,
    (left, right): (usize, usize),
    place: usize,
    message: &str,
) -> Option<Diagnostic<FilePlace>> {
    if left + 2 == right && manifest.tokens.is_single_space(left + 1) {
        return None;
    }
    let found = manifest.report(rule, place, message);
    let found = found.with_help("Write one space");
    let is_blank = |it: usize| {
        manifest
            .tokens
            .kind(it)
            .is_some_and(LintTokenKind::is_blank)
    };
    Some(match (left + 1..right).all(is_blank) {
        true => {
            let edit = manifest.space_between(left, right, " ");
            found.with_fix(manifest.fix("Write one space", vec![edit]))
        }
        false => found,
    })
}
