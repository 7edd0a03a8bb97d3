//! Parameters whose default is undef, and whose type does not accept it.

use puppet_diagnostics::{Safety, declare_rule};

use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix, EditAnchor};
use puppet_semantic::types::mismatch::Mismatch;

declare_rule! {
    /// A parameter's default is undef, and its type does not accept undef.
    pub UNDEF_DEFAULT_NOT_OPTIONAL = {
        code: "T210", name: "undef-default-not-optional",
        level: Error, fix: Safe, puppet_lint: ["params_not_optional_with_undef"],
    }
}

/// A default of undef that does not fit the type, which stands at `ty`.
pub(crate) fn diagnostic(at: Anchor, mismatch: Mismatch, ty: Anchor) -> BodyDiagnostic {
    let fix = BodyFix::new("Wrap the type in `Optional`", Safety::Safe)
        .with_edit((ty, EditAnchor::Before), "Optional[")
        .with_edit((ty, EditAnchor::After), "]");
    BodyDiagnostic::new(&UNDEF_DEFAULT_NOT_OPTIONAL, at, mismatch)
        .with_help("Wrap the type in Optional[…], or remove the default")
        .with_fix(fix)
}
