//! T205 implicit-number-coercion.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A string is used as a number.
    pub IMPLICIT_NUMBER_COERCION = { code: "T205", name: "implicit-number-coercion", level: Error, fix: Safe }
}
