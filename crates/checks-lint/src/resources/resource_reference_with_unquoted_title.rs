//! References to resources whose title has no quotes.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// The title in a reference to a resource has no quotes.
    pub RESOURCE_REFERENCE_WITH_UNQUOTED_TITLE = {
        code: "L212", name: "resource-reference-with-unquoted-title",
        level: Off, fix: Safe, puppet_lint: ["resource_reference_with_unquoted_title"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for title in referenced_titles(manifest, LintTokenKind::Name) {
        let name = manifest.tokens.value(title);
        let edit = manifest.replace(title, format!("'{name}'"));
        let fix = manifest.fix("Quote the title", vec![edit]);
        let found = manifest.report(
            &RESOURCE_REFERENCE_WITH_UNQUOTED_TITLE,
            title,
            format!("The title '{name}' has no quotes"),
        );
        out.push(found.with_help("Write it in single quotes").with_fix(fix));
    }
}

/// The first titles in the references of metaparameters, if they are of a kind.
pub(crate) fn referenced_titles(manifest: &Manifest<'_>, kind: LintTokenKind) -> Vec<usize> {
    const METAPARAMETERS: [&str; 6] = [
        "require",
        "subscribe",
        "notify",
        "before",
        "consume",
        "export",
    ];
    let tokens = &manifest.tokens;
    let mut titles = Vec::new();
    for resource in &manifest.resources {
        for (position, name) in resource.attributes.iter().enumerate() {
            if !METAPARAMETERS.contains(&tokens.value(*name)) {
                continue;
            }
            let end = resource
                .attributes
                .get(position + 1)
                .unwrap_or(&resource.tokens.end);
            let references =
                (*name..*end).filter(|it| tokens.has_kind(Some(*it), LintTokenKind::Reference));
            let attached =
                references.filter(|it| tokens.has_kind(Some(it + 1), LintTokenKind::LeftBracket));
            titles.extend(
                attached
                    .map(|it| it + 2)
                    .filter(|it| tokens.has_kind(Some(*it), kind)),
            );
        }
    }
    titles
}
