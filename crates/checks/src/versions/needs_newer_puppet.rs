//! Features that a targeted version of Puppet does not have yet; `unsupported_in_target` looks for them.

use puppet_diagnostics::{Subject, declare_rule};

use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::target_versions::Product;

declare_rule! {
    /// Uses a feature that a targeted Puppet version does not have yet.
    pub NEEDS_NEWER_PUPPET = { code: "V803", name: "needs-newer-puppet", level: Warning, fix: Unsafe }
}

/// A feature that is there since a version, in code that is also for an older one, `floor`.
pub(crate) fn diagnostic(
    anchor: Anchor,
    what: &str,
    product: Product,
    floor: &str,
    since: &str,
) -> BodyDiagnostic {
    let message =
        format!("{what} requires {product} {since}, but this code also targets {product} {floor}");
    BodyDiagnostic::new(&NEEDS_NEWER_PUPPET, anchor, message)
        .with_subject(Subject::Since {
            product: product.to_string().into(),
            first: since.into(),
            required: floor.into(),
        })
        .with_help("Raise the required version in metadata.json, or do not use it")
}
