//! Errors in defaults of parameters that no use needs: they are warnings.
//!
//! Puppet evaluates the default of a parameter only where neither the use nor Hiera gives a value.

use puppet_diagnostics::Severity;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::unneeded_default::is_in_unneeded_default;
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
