//! Titles without quotes.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A title of a resource has no quotes.
    pub UNQUOTED_RESOURCE_TITLE = {
        code: "L204", name: "unquoted-resource-title",
        level: Off, fix: Safe, puppet_lint: ["unquoted_resource_title"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for colon in tokens.positions(LintTokenKind::Colon) {
        if tokens.has_kind(tokens.code_after(colon), LintTokenKind::LeftBrace) {
            continue;
        }
        let Some(before) = tokens.code_before(colon) else {
            continue;
        };
        let titles = match tokens.has_kind(Some(before), LintTokenKind::RightBracket) {
            true => tokens.partner(before).unwrap_or(before)..before,
            false => before..before + 1,
        };
        for title in titles.filter(|it| tokens.has_kind(Some(*it), LintTokenKind::Name)) {
            let name = tokens.value(title);
            let message = format!("The title '{name}' has no quotes");
            let edit = manifest.replace(title, format!("'{name}'"));
            let fix = manifest.fix("Quote the title", vec![edit]);
            let found = manifest.report(&UNQUOTED_RESOURCE_TITLE, title, message);
            out.push(found.with_help("Write it in single quotes").with_fix(fix));
        }
    }
}
