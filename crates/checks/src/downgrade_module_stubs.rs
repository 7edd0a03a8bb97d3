//! Errors that only one of several versions of a module proves: they are warnings.
//!
//! A stub describes all versions up to the newest one that was read, and an installed module is one of them. A newer one can
//! have what it lacks: only where the declared range ends before that is an error certain.

use puppet_diagnostics::Severity;

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::file_origin::{is_of_chance, may_be_of_other_version};

/// Softens the errors that relate a definition of a module of which a newer version, or another one, may be meant. What
/// only a module shows that nothing asks for is a hint.
pub fn soften(context: &Context<'_>, diagnostics: &mut [BodyDiagnostic]) {
    let (db, from) = (context.db, context.item.file);
    for diagnostic in diagnostics {
        let related = diagnostic.related.iter().filter_map(|it| it.place.item);
        let mut files = related.map(|item| item.file);
        if files.clone().any(|file| is_of_chance(db, file, from)) {
            diagnostic.severity = diagnostic.severity.min(Severity::Hint);
        } else if diagnostic.severity == Severity::Error
            && files.any(|file| may_be_of_other_version(db, file, from))
        {
            soften_one(diagnostic);
        }
    }
}

/// Softens an error about a definition of a stub.
pub fn soften_one(diagnostic: &mut BodyDiagnostic) {
    diagnostic.severity = diagnostic.severity.min(Severity::Warning);
}
