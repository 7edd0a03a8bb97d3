//! Case statements without a default.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A case statement has no option `default`.
    pub CASE_WITHOUT_DEFAULT = {
        code: "L501", name: "case-without-default",
        level: Off, no_fix: "what happens to other values has to be decided", puppet_lint: ["case_without_default"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for case in tokens.positions(LintTokenKind::Case) {
        let mut after = tokens.outside_brackets(case);
        let brace = after.find(|it| tokens.has_kind(Some(*it), LintTokenKind::LeftBrace));
        let Some((brace, end)) = brace.and_then(|it| Some((it, tokens.partner(it)?))) else {
            continue;
        };
        let mut options = tokens.outside_brackets(brace).take_while(|it| *it < end);
        if !options.any(|it| tokens.has_kind(Some(it), LintTokenKind::Default)) {
            let message = "The case statement has no option 'default'";
            let found = manifest.report(&CASE_WITHOUT_DEFAULT, case, message);
            out.push(found.with_help("Add a default, if it only fails or does nothing"));
        }
    }
}
