//! `metadata.json` of modules.

use puppet_db::{Db, File, FileKind};
use puppet_diagnostics::{Diagnostic, Place, rules};
use puppet_project::metadata::Metadata;

pub(super) fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    if file.kind(db) != FileKind::Metadata || file.problem(db).is_some() {
        return;
    }
    for problem in Metadata::parse(file.text(db)).problems {
        out.push(Diagnostic::new(
            &rules::METADATA_INVALID,
            Place::new(file, problem.range),
            problem.message,
        ));
    }
}
