//! The space before the name of a class.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::spacing::inherits_name_space::not_one_space;

declare_rule! {
    /// There is not exactly one space between `class` or `define` and the name.
    pub CLASS_NAME_SPACE_BEFORE = {
        code: "L711", name: "class-name-space-before",
        level: Off, fix: Safe, puppet_lint: ["manifest_whitespace_class_name_single_space_before"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for definition in &manifest.definitions {
        let keyword = definition.tokens.start;
        let word = manifest.tokens.source(keyword);
        let message = format!("Expected one space between '{word}' and the name");
        let between = (keyword, definition.name);
        out.extend(not_one_space(
            manifest,
            &CLASS_NAME_SPACE_BEFORE,
            between,
            keyword + 1,
            &message,
        ));
    }
}
