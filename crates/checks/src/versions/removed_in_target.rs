//! Features that a targeted version of Puppet has no more; `unsupported_in_target` looks for them.

use puppet_diagnostics::declare_rule;

use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// Uses a feature that was removed in a targeted Puppet version.
    pub REMOVED_IN_TARGET = {
        code: "V802", name: "removed-in-target", level: Error,
        help: "Replace it, or leave that version out of the `requirements` in metadata.json",
    }
}

/// A feature that was removed in a version.
pub(crate) fn diagnostic(anchor: Anchor, what: &str, until: &str) -> BodyDiagnostic {
    let message = format!("{what} was removed in {until}, which this code also targets");
    BodyDiagnostic::new(&REMOVED_IN_TARGET, anchor, message)
}
