//! R308 class-declared-twice.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A class has a resource-like declaration after it was included.
    pub CLASS_DECLARED_TWICE = { code: "R308", name: "class-declared-twice", level: Error, fix: Safe }
}
