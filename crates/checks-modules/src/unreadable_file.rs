//! Files that cannot be read, or are no text.

use crate::file_too_large;
use puppet_checks_syntax::invalid_encoding;
use puppet_db::{Db, File, FilePlace, FileProblem};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use puppet_text::TextRange;

declare_rule! {
    /// A file or directory cannot be read, or is not text.
    pub UNREADABLE_FILE = { code: "M710", name: "unreadable-file", level: Error, no_fix: "the file cannot be read" }
}

/// Reports the problem of a file. That it is encrypted is none: who works with it has it in clear.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    let Some(problem) = file.problem(db) else {
        return;
    };
    let start = Place::new(file, TextRange::default());
    out.push(match problem {
        FileProblem::Missing => Diagnostic::new(&UNREADABLE_FILE, start, "File does not exist"),
        FileProblem::Unreadable(reason) => Diagnostic::new(
            &UNREADABLE_FILE,
            start,
            format!("File cannot be read: {reason}"),
        ),
        FileProblem::Encrypted => return,
        FileProblem::Binary => Diagnostic::new(&UNREADABLE_FILE, start, "File is binary, not text"),
        FileProblem::TooLarge(size) => file_too_large::diagnostic(start, *size),
        FileProblem::NotUtf8(offset) => invalid_encoding::diagnostic(file, *offset),
    });
}
