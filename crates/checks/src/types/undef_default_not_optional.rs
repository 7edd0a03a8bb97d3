//! T210 undef-default-not-optional.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A parameter's default is undef, and its type does not accept undef.
    pub UNDEF_DEFAULT_NOT_OPTIONAL = {
        code: "T210", name: "undef-default-not-optional",
        level: Error, fix: Safe, puppet_lint: ["params_not_optional_with_undef"],
    }
}
