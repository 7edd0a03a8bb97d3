//! Providers that modules bring for resource types.

use puppet_db::{Db, Environment};

use crate::resolve::assets::has_provider;

/// Providers of modules that many sites have, and that code names without saying so in its dependencies.
const WELL_KNOWN: [&str; 19] = [
    "brew",
    "brewcask",
    "bundler",
    "cargo",
    "chocolatey",
    "composer",
    "conda",
    "cpan",
    "flatpak",
    "homebrew",
    "npm",
    "pear",
    "pecl",
    "pipx",
    "powershell",
    "pwsh",
    "snap",
    "winget",
    "yarn",
];

/// Whether a resource type may have a provider of this name: one of a module that is here, or a well-known one.
#[must_use]
pub fn may_have(db: &dyn Db, environment: Environment, ty: &str, name: &str) -> bool {
    WELL_KNOWN.contains(&name) || has_provider(db, environment, ty, name) != Some(false)
}
