//! Packages with `ensure => latest`.

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, declare_rule};

use crate::manifest::Manifest;
use crate::resources::file_ensure::ensured;

declare_rule! {
    /// The `ensure` of a package is `latest`.
    pub PACKAGE_ENSURE = {
        code: "L208", name: "package-ensure",
        level: Off, fix: Unsafe, puppet_lint: ["package_ensure"], since: "0.2.0",
    }
}

pub(crate) fn check(manifest: &Manifest<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    for resource in &manifest.resources {
        if let Some(value) = ensured(manifest, resource, "package", "latest") {
            let message = "The resource has 'ensure => latest'";
            let found = manifest.report(&PACKAGE_ENSURE, value, message);
            let edit = manifest.replace(value, "installed");
            let fix = manifest.unsafe_fix("Ensure `installed`", vec![edit]);
            out.push(found.with_help("The package changes without a change of the code: ensure a version, or 'installed'").with_fix(fix));
        }
    }
}
