//! `metadata.json` of modules.

use puppet_db::{Db, File, FileKind, FilePlace};
use puppet_diagnostics::{Diagnostic, Place, Severity, Subject, declare_rule};
use puppet_project::metadata::{Metadata, MetadataGravity};

declare_rule! {
    /// The metadata.json of a module is not valid.
    pub METADATA_INVALID = {
        code: "M705", name: "metadata-invalid",
        level: Error, fix: Unsafe,
        help: "Correct the entry: the Forge and tools for modules read it",
    }
}

/// Reports a `metadata.json` that cannot be read.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    if file.kind(db) != FileKind::Metadata || file.problem(db).is_some() {
        return;
    }
    for problem in Metadata::parse(file.text(db)).problems {
        let severity = match problem.gravity {
            MetadataGravity::Fatal => Severity::Error,
            MetadataGravity::Doubtful => Severity::Warning,
            MetadataGravity::Unpublishable => Severity::Hint,
        };
        let mut diagnostic = Diagnostic::new(
            &METADATA_INVALID,
            Place::new(file, problem.range),
            problem.message,
        );
        if !problem.missing.is_empty() {
            let missing = problem.missing.iter().map(|&key| key.into()).collect();
            diagnostic = diagnostic.with_subject(Subject::Missing(missing));
        }
        out.push(diagnostic.with_severity(severity));
    }
}
