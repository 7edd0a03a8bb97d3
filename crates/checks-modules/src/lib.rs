//! The rules about modules and their files: places, names, metadata, dependencies, documentation, stubs, templates
//! and files that do not exist, and the syntax of Ruby code.

pub mod autoload_layout;
pub mod broken_ruby;
pub mod catalog_vs_plan_context;
pub mod file_name_case;
pub mod file_too_large;
pub mod invalid_stub;
pub mod metadata_invalid;
pub mod missing_dependency;
pub mod module_path;
pub mod stale_documentation;
pub mod template_names;
pub mod template_or_file_not_found;
pub mod undeclared_dependency;
pub mod unknown_plan_or_task;
pub mod unreadable_file;

use puppet_db::{Db, File, FilePlace};
use puppet_diagnostics::Diagnostic;

/// Checks a file; each rule looks at the kinds of files that it is about. The others are called by the runner of all.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    metadata_invalid::check(db, file, out);
    missing_dependency::check(db, file, out);
    file_name_case::check(db, file, out);
    broken_ruby::check(db, file, out);
    invalid_stub::check(db, file, out);
}
