//! T222 invalid-type-argument.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A type has arguments that it does not accept.
    pub INVALID_TYPE_ARGUMENT = { code: "T222", name: "invalid-type-argument", level: Error }
}
