//! Code that fails on some of the operating systems that its module claims. `check --os` evaluates it, and
//! editors do it in the background; the evaluation itself is that of `puppet-catalog`.

use puppet_catalog::SystemFailure;
use puppet_db::{Db, File, FilePlace};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use smol_str::SmolStr;

use crate::suppression;

declare_rule! {
    /// A class or defined type fails on some of the operating systems that its module claims.
    pub FAILS_ON_SYSTEM = {
        code: "V806", name: "fails-on-system", level: Warning, no_fix: "what holds on these systems has to be decided",
        since: "0.2.0",
    }
}

/// The diagnostics for failures of a file, as comments and settings have them.
#[must_use]
pub fn diagnostics(
    db: &dyn Db,
    file: File,
    failures: &[SystemFailure],
) -> Vec<Diagnostic<FilePlace>> {
    let mut diagnostics: Vec<Diagnostic<FilePlace>> = failures
        .iter()
        .map(|failure| {
            let place = Place::new(file, failure.range);
            let mut diagnostic = Diagnostic::new(&FAILS_ON_SYSTEM, place, failure.message.clone());
            diagnostic.help = Some(help(&failure.definitions));
            diagnostic
        })
        .collect();
    suppression::apply_settings(db, file, &mut diagnostics);
    diagnostics
}

/// What to do, with the first of the definitions that fail.
fn help(definitions: &[SmolStr]) -> String {
    let first = definitions.first().map_or("", SmolStr::as_str);
    let others = match definitions.len() {
        0 | 1 => String::new(),
        2 => " (and one more)".to_owned(),
        number => format!(" (and {} more)", number - 1),
    };
    format!(
        "`{first}`{others} does not compile there: add what these systems need, or remove them from metadata.json"
    )
}
