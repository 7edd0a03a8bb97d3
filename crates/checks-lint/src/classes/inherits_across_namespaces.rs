//! Classes that inherit from another module.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;

declare_rule! {
    /// A class inherits from a class of another module.
    pub INHERITS_ACROSS_NAMESPACES = {
        code: "L104", name: "inherits-across-namespaces",
        level: Off, no_fix: "another way to share the code has to be chosen", puppet_lint: ["inherits_across_namespaces"], since: "0.2.0",
    }
}

/// The module that a qualified name names.
fn module(name: &str) -> Option<&str> {
    name.split("::").find(|part| !part.is_empty())
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for class in manifest.classes() {
        let Some(inherited) = class.inherited else {
            continue;
        };
        let name = manifest.tokens.value(inherited);
        if module(name) != module(manifest.tokens.value(class.name)) {
            let message = format!("The class inherits from '{name}' of another module");
            let found = manifest.report(&INHERITS_ACROSS_NAMESPACES, inherited, message);
            out.push(found.with_help("Include the other class instead"));
        }
    }
}
