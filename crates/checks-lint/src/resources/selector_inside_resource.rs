//! Selectors in resources.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// A resource has a selector in one of its attributes.
    pub SELECTOR_INSIDE_RESOURCE = {
        code: "L205", name: "selector-inside-resource",
        level: Off, no_fix: "a name for the new variable has to be chosen", puppet_lint: ["selector_inside_resource"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let tokens = &manifest.tokens;
    for resource in &manifest.resources {
        let tokens_of = resource.tokens.clone();
        for arrow in tokens_of.filter(|it| tokens.has_kind(Some(*it), LintTokenKind::Arrow)) {
            let value = tokens.code_after(arrow);
            let value = value.filter(|it| tokens.has_kind(Some(*it), LintTokenKind::Variable));
            if value
                .is_some_and(|it| tokens.has_kind(tokens.code_after(it), LintTokenKind::Question))
            {
                let message = "A selector inside of a resource";
                let found = manifest.report(&SELECTOR_INSIDE_RESOURCE, arrow, message);
                out.push(found.with_help("Assign its value to a variable before the resource"));
            }
        }
    }
}
