//! Resources of the type `anchor`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;

declare_rule! {
    /// A resource of the type `anchor` contains other classes.
    pub ANCHOR_RESOURCE = {
        code: "L206", name: "anchor-resource",
        level: Off, no_fix: "the classes have to be contained instead", puppet_lint: ["anchor_resource"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for resource in &manifest.resources {
        if manifest.tokens.value(resource.type_name) == "anchor" {
            let message = "A resource 'anchor' is declared";
            let found = manifest.report(&ANCHOR_RESOURCE, resource.type_name, message);
            out.push(found.with_help("Contain the classes with 'contain'"));
        }
    }
}
