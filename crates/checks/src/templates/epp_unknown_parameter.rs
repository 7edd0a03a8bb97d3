//! Keys that are passed to an EPP template and that it has no parameter for.

use puppet_diagnostics::declare_rule;

use crate::templates::epp_arguments::PassedKey;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::closest;
use puppet_semantic::functions::item_signature::ParameterSignature;

declare_rule! {
    /// An EPP template is rendered with a parameter that it does not have.
    pub EPP_UNKNOWN_PARAMETER = { code: "F503", name: "epp-unknown-parameter", level: Error, fix: Unsafe }
}

/// A key for which a template with these parameters has none.
pub(crate) fn diagnostic(passed: &PassedKey, parameters: &[ParameterSignature]) -> BodyDiagnostic {
    let message = format!("Template has no parameter named '{}'", passed.name);
    let names = parameters.iter().map(|parameter| &*parameter.name);
    BodyDiagnostic::new(&EPP_UNKNOWN_PARAMETER, Anchor::Expr(passed.key), message)
        .with_closest(closest(&passed.name, names))
}
