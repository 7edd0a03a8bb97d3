//! Files that cannot be read, or are no text.

use crate::rules;
use puppet_db::{Db, File, FileProblem};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use puppet_text::{TextRange, TextSize};

declare_rule! {
    /// A file or directory cannot be read, or is not text.
    pub UNREADABLE_FILE = { code: "M710", name: "unreadable-file", level: Error, no_fix: "the file cannot be read" }
}

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
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
        FileProblem::Binary => Diagnostic::new(&UNREADABLE_FILE, start, "File is binary, not text"),
        FileProblem::TooLarge(size) => {
            let megabytes = size / (1024 * 1024);
            let message = format!("File is too large to be checked: {megabytes} MB");
            Diagnostic::new(&rules::FILE_TOO_LARGE, start, message)
        }
        FileProblem::NotUtf8(offset) => {
            let place = Place::new(file, TextRange::empty(TextSize::new(*offset)));
            Diagnostic::new(
                &rules::INVALID_ENCODING,
                place,
                "File is not valid UTF-8: invalid byte here",
            )
        }
    });
}
