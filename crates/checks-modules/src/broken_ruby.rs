//! Ruby files of modules that Ruby cannot read: one diagnostic each. What can be read of them still counts.

use puppet_db::{Db, File, FileKind, FilePlace};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use puppet_ruby::RubyError;

declare_rule! {
    /// A Ruby file of a module has a syntax error.
    pub BROKEN_RUBY = {
        code: "M716", name: "broken-ruby",
        level: Error, no_fix: "the file cannot be parsed",
        help: "Correct the syntax: Ruby loads nothing of this file",
    }
}

/// Reports Ruby code that cannot be parsed.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    if file.kind(db) != FileKind::Ruby || file.problem(db).is_some() {
        return;
    }
    if let Some(error) = first_error(db, file) {
        let place = Place::new(file, error.range);
        let message = format!("Invalid Ruby code: {}", error.message);
        out.push(Diagnostic::new(&BROKEN_RUBY, place, message));
    }
}

/// The first syntax error; those after it mostly follow from it.
#[salsa::tracked(returns(clone))]
fn first_error(db: &dyn Db, file: File) -> Option<RubyError> {
    let errors = puppet_ruby::read(file.text(db)).errors;
    errors.into_iter().min_by_key(|error| error.range.start())
}
