//! Classes that are declared like resources when they are there already.

use puppet_diagnostics::declare_rule;

use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// A class has a resource-like declaration after it was included.
    pub CLASS_DECLARED_TWICE = { code: "R308", name: "class-declared-twice", level: Error, fix: Safe }
}

/// A resource-like declaration of a class that is declared already, with Puppet's message.
pub(crate) fn diagnostic(at: Anchor, message: String) -> BodyDiagnostic {
    BodyDiagnostic::new(&CLASS_DECLARED_TWICE, at, message)
        .with_help("Use the resource-like declaration only once, before any include of the class")
}
