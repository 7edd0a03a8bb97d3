//! Errors in defaults of parameters that no use needs: they are warnings.
//!
//! Puppet evaluates the default of a parameter only where neither the use nor Hiera gives a value.

use puppet_diagnostics::Severity;
use puppet_hir::model::ExprId;

use puppet_inference::body_context::Context;
use puppet_inference::body_context::value_origins::is_within;
use puppet_inference::catalog::needed_defaults::is_needed;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

pub fn soften(context: &Context<'_>, diagnostics: &mut [BodyDiagnostic]) {
    let is_error = |diagnostic: &&mut BodyDiagnostic| diagnostic.severity == Severity::Error;
    for diagnostic in diagnostics.iter_mut().filter(is_error) {
        let Anchor::Expr(at) = diagnostic.place.anchor else {
            continue;
        };
        if is_in_unneeded_default(context, at) {
            diagnostic.severity = Severity::Warning;
        }
    }
}

/// Whether an expression is in the default of a parameter that no use needs.
pub(crate) fn is_in_unneeded_default(context: &Context<'_>, at: ExprId) -> bool {
    let mut parameters = context.body.parameters().iter();
    let parameter = parameters.find(|parameter| {
        let default = parameter.value;
        default.is_some_and(|default| is_within(context.body, at, default))
    });
    let environment = context.environment();
    parameter.is_some_and(|it| !is_needed(context.db, environment, context.item, &it.name))
}
