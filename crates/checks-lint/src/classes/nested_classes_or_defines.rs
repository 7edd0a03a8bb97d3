//! Definitions in classes.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::structure::LintDefinition;

declare_rule! {
    /// A class or defined type is defined in a class.
    pub NESTED_CLASSES_OR_DEFINES = {
        code: "L105", name: "nested-classes-or-defines",
        level: Off, no_fix: "the definition has to be moved to a file of its own", puppet_lint: ["nested_classes_or_defines"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for inner in &manifest.definitions {
        let start = inner.tokens.start;
        let is_around =
            |outer: &&LintDefinition| outer.tokens.start < start && outer.tokens.contains(&start);
        if manifest.classes().any(|outer| is_around(&outer)) {
            let message = format!("A {} is defined in a class", inner.describe());
            let found = manifest.report(&NESTED_CLASSES_OR_DEFINES, start, message);
            out.push(found.with_help("Move it to a file of its own"));
        }
    }
}
