//! Errors that only one of several versions of a module proves: they are warnings.
//!
//! A stub describes all versions up to the newest one that was read, and an installed module is one of them. A newer one can
//! have what it lacks: only where the declared range ends before that is an error certain.

use puppet_diagnostics::Severity;

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::file_origin::may_be_of_other_version;

/// Softens the errors that relate a definition of a module of which a newer version, or another one, may be meant.
pub fn soften(context: &Context<'_>, diagnostics: &mut [BodyDiagnostic]) {
    for diagnostic in diagnostics {
        let mut related = diagnostic.related.iter().filter_map(|it| it.place.item);
        if diagnostic.severity == Severity::Error
            && related.any(|item| may_be_of_other_version(context.db, item.file, context.item.file))
        {
            soften_one(diagnostic);
        }
    }
}

/// Softens an error about a definition of a stub.
pub fn soften_one(diagnostic: &mut BodyDiagnostic) {
    diagnostic.severity = diagnostic.severity.min(Severity::Warning);
}
