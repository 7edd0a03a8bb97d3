//! Keys that are passed to an EPP template and that it has no parameter for.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_types::Type;

use crate::templates::epp_arguments::PassedKey;
use puppet_inference::body_context::Context;
use puppet_inference::functions::item_signature::ParameterSignature;
use puppet_inference::infer::may_be;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_text::closest;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// An EPP template is rendered with a parameter that it does not have.
    pub EPP_UNKNOWN_PARAMETER = { code: "F503", name: "epp-unknown-parameter", level: Error, fix: Unsafe }
}

/// A key for which a template with these parameters has none. Puppet drops arguments that are undef before it looks
/// (`Puppet::Pops::Evaluator::Closure#call_by_name_internal`).
pub(crate) fn diagnostic(
    context: &Context<'_>,
    passed: &PassedKey,
    parameters: &[ParameterSignature],
) -> Option<BodyDiagnostic> {
    if passed.value == Inferred::UNDEF {
        return None;
    }
    let message = format!("Template has no parameter named '{}'", passed.name);
    let names = parameters.iter().map(|parameter| &*parameter.name);
    let diagnostic = BodyDiagnostic::new(&EPP_UNKNOWN_PARAMETER, Anchor::Expr(passed.key), message)
        .with_closest(closest(&passed.name, names));
    Some(match may_be(&context.names, &passed.value, &Type::Undef) {
        true => diagnostic.with_severity(Severity::Warning),
        false => diagnostic,
    })
}
