//! Errors that only one of several versions of a module proves: they are warnings.
//!
//! A stub describes all versions up to the newest one that was read. A newer one can have what the stub lacks: only where
//! the declared range ends before that is an error certain. Of a module that is installed on this computer, and need not be
//! what nodes get, the interface counts, but not what its code does with it.

use puppet_db::{Db, File, ModuleOrigin};
use puppet_diagnostics::Severity;

use crate::types::failing_use::FAILING_USE;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::file_origin::{is_of_open_stub, owner};

/// Softens the errors that relate a definition of a stub, where a newer version or another module may be meant, and those
/// about the code of an installed module.
pub fn soften(context: &Context<'_>, diagnostics: &mut [BodyDiagnostic]) {
    for diagnostic in diagnostics {
        let is_about_code = diagnostic.rule == &FAILING_USE;
        let mut related = diagnostic.related.iter().filter_map(|it| it.place.item);
        if diagnostic.severity == Severity::Error
            && related.any(|item| {
                is_of_open_stub(context.db, item.file, context.item.file)
                    || is_about_code && is_installed(context.db, item.file)
            })
        {
            soften_one(diagnostic);
        }
    }
}

fn is_installed(db: &dyn Db, file: File) -> bool {
    let module = owner(db, file).and_then(|owner| owner.module);
    module.is_some_and(|module| module.origin(db) == ModuleOrigin::Installed)
}

/// Softens an error about a definition of a stub.
pub fn soften_one(diagnostic: &mut BodyDiagnostic) {
    diagnostic.severity = diagnostic.severity.min(Severity::Warning);
}
