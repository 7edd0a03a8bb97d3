//! T218 string-as-boolean.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A string such as 'false' is used as a condition: every string is true.
    pub STRING_AS_BOOLEAN = {
        code: "T218", name: "string-as-boolean",
        level: Warning, fix: Unsafe, puppet_lint: ["quoted_booleans"],
    }
}
