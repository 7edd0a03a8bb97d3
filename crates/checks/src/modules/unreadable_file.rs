//! Files that cannot be read, or are no text.

use puppet_db::{Db, File, FileProblem};
use puppet_diagnostics::{Diagnostic, Place, rules};
use puppet_text::{TextRange, TextSize};

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    let Some(problem) = file.problem(db) else {
        return;
    };
    let start = Place::new(file, TextRange::default());
    out.push(match problem {
        FileProblem::Missing => {
            Diagnostic::new(&rules::UNREADABLE_FILE, start, "File does not exist")
        }
        FileProblem::Unreadable(reason) => Diagnostic::new(
            &rules::UNREADABLE_FILE,
            start,
            format!("File cannot be read: {reason}"),
        ),
        FileProblem::Binary => {
            Diagnostic::new(&rules::UNREADABLE_FILE, start, "File is binary, not text")
        }
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
