//! Code that fails on some of the operating systems that its module claims. Only a check that asks for systems
//! evaluates it; the evaluation itself is that of `puppet-catalog`.

use puppet_db::{Db, File, FilePlace};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use puppet_text::TextRange;

use crate::suppression;

declare_rule! {
    /// A class or defined type fails on some of the operating systems that its module claims.
    pub FAILS_ON_SYSTEM = {
        code: "V806", name: "fails-on-system", level: Warning, no_fix: "what holds on these systems has to be decided",
        since: "0.2.0",
    }
}

/// An error that some systems have.
#[derive(Debug, Clone)]
pub struct SystemError {
    /// The range in the file.
    pub range: TextRange,
    /// What is wrong, with the systems that have it.
    pub message: String,
    /// The classes and defined types that fail.
    pub definitions: Vec<String>,
}

/// The diagnostics for errors of a file, as comments and settings have them.
#[must_use]
pub fn diagnostics(db: &dyn Db, file: File, errors: &[SystemError]) -> Vec<Diagnostic<FilePlace>> {
    let mut diagnostics: Vec<Diagnostic<FilePlace>> = errors
        .iter()
        .map(|error| {
            let place = Place::new(file, error.range);
            let mut diagnostic = Diagnostic::new(&FAILS_ON_SYSTEM, place, error.message.clone());
            diagnostic.help = Some(help(&error.definitions));
            diagnostic
        })
        .collect();
    suppression::apply_settings(db, file, &mut diagnostics);
    diagnostics
}

/// What to do, with the first of the definitions that fail.
fn help(definitions: &[String]) -> String {
    let first = definitions.first().map_or("", String::as_str);
    let others = match definitions.len() {
        0 | 1 => String::new(),
        2 => " (and one more)".to_owned(),
        number => format!(" (and {} more)", number - 1),
    };
    format!(
        "`{first}`{others} does not compile there: add what these systems need, or remove them from metadata.json"
    )
}
