//! Errors that only the stub of a module proves: they are warnings.
//!
//! A stub describes all versions up to the newest one that was read. A newer one can have what the stub lacks: only where
//! the declared range ends before that is an error certain.

use puppet_diagnostics::Severity;

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::file_origin::is_of_open_stub;

/// Softens the errors that relate a definition of a stub, where a newer version or another module may be meant.
pub fn soften(context: &Context<'_>, diagnostics: &mut [BodyDiagnostic]) {
    for diagnostic in diagnostics {
        let mut related = diagnostic.related.iter().filter_map(|it| it.place.item);
        if diagnostic.severity == Severity::Error
            && related.any(|item| is_of_open_stub(context.db, item.file, context.item.file))
        {
            soften_one(diagnostic);
        }
    }
}

/// Softens an error about a definition of a stub.
pub fn soften_one(diagnostic: &mut BodyDiagnostic) {
    diagnostic.severity = diagnostic.severity.min(Severity::Warning);
}
