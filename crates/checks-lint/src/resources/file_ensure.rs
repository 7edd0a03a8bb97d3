//! Files with `ensure => present`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::structure::LintResource;
use crate::tokens::LintTokenKind;

declare_rule! {
    /// The `ensure` of a file is `present`.
    pub FILE_ENSURE = {
        code: "L207", name: "file-ensure",
        level: Off, fix: Unsafe, puppet_lint: ["file_ensure"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for resource in &manifest.resources {
        if let Some(value) = ensured(manifest, resource, "file", "present") {
            let message = "The resource has 'ensure => present'";
            let found = manifest.report(&FILE_ENSURE, value, message);
            let has_target = resource
                .attributes
                .iter()
                .any(|it| manifest.tokens.value(*it) == "target");
            let kind = if has_target { "link" } else { "file" };
            let edit = manifest.replace(value, kind);
            let fix = manifest.unsafe_fix(format!("Ensure `{kind}`"), vec![edit]);
            out.push(
                found
                    .with_help("Set 'file', 'directory' or 'link'")
                    .with_fix(fix),
            );
        }
    }
}

/// The value of `ensure` of a resource of a type, if it is this one.
pub(crate) fn ensured(
    manifest: &Manifest<'_>,
    resource: &LintResource,
    type_name: &str,
    expected: &str,
) -> Option<usize> {
    let tokens = &manifest.tokens;
    if tokens.value(resource.type_name) != type_name {
        return None;
    }
    let mut attributes = resource.attributes.iter();
    let ensure = *attributes.find(|it| tokens.value(**it) == "ensure")?;
    let value = tokens.code_after(tokens.code_after(ensure)?)?;
    let kinds = [
        LintTokenKind::Name,
        LintTokenKind::DoubleQuoted,
        LintTokenKind::SingleQuoted,
    ];
    (manifest.is_any(Some(value), &kinds) && tokens.value(value) == expected).then_some(value)
}
