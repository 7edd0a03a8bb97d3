//! The space after the name of a class.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::spacing::inherits_name_space::not_one_space;

declare_rule! {
    /// There is not exactly one space after the name of a class or defined type.
    pub CLASS_NAME_SPACE_AFTER = {
        code: "L712", name: "class-name-space-after",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_class_name_single_space_after"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for definition in &manifest.definitions {
        let name = definition.name;
        if let Some(after) = manifest.tokens.text_after(name) {
            let message = "Expected one space after the name";
            out.extend(not_one_space(
                manifest,
                &CLASS_NAME_SPACE_AFTER,
                (name, after),
                name,
                message,
            ));
        }
    }
}
