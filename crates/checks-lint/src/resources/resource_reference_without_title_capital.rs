//! References to resources whose title is in upper case.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::resources::resource_reference_with_unquoted_title::referenced_titles;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// The title in a reference to a resource is a name in upper case.
    pub RESOURCE_REFERENCE_WITHOUT_TITLE_CAPITAL = {
        code: "L213", name: "resource-reference-without-title-capital",
        level: Off, no_fix: "which title is meant is not known", puppet_lint: ["resource_reference_without_title_capital"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for title in referenced_titles(manifest, LintTokenKind::Reference) {
        let name = manifest.tokens.value(title);
        let found = manifest.report(
            &RESOURCE_REFERENCE_WITHOUT_TITLE_CAPITAL,
            title,
            format!("The title '{name}' is a data type"),
        );
        out.push(found.with_help("Write the title in quotes"));
    }
}
