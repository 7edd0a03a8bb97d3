//! The rules about the files of a module: their names, metadata, stubs, and the syntax of Ruby code.

pub mod broken_ruby;
pub mod file_name_case;
pub mod invalid_stub;
pub mod metadata_invalid;
pub mod missing_dependency;

use puppet_db::{Db, File, FilePlace};
use puppet_diagnostics::Diagnostic;

/// Checks a file; each rule looks at the kinds of files that it is about.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    metadata_invalid::check(db, file, out);
    missing_dependency::check(db, file, out);
    file_name_case::check(db, file, out);
    broken_ruby::check(db, file, out);
    invalid_stub::check(db, file, out);
}
