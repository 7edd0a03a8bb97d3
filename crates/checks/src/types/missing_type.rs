//! T217 missing-type.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A parameter has no type.
    pub MISSING_TYPE = {
        code: "T217", name: "missing-type",
        levels: [Off, Off, Warning], fix: Unsafe, puppet_lint: ["parameter_types"],
    }
}
