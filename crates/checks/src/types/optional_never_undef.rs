//! T209 optional-never-undef.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// `Optional` has no effect on a parameter whose default is not undef.
    pub OPTIONAL_NEVER_UNDEF = {
        code: "T209", name: "optional-never-undef",
        levels: [Off, Warning, Warning], fix: Unsafe, puppet_lint: ["optional_default"],
    }
}
