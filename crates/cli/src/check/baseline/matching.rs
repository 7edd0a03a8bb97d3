//! Matches of diagnostics with known ones.

use puppet_db::FilePlace;
use puppet_diagnostics::Diagnostic;

use super::Entries;
use super::entry::{BaselineEntry, EntryReader};

/// A diagnostic of a run.
#[derive(Debug, Clone)]
pub struct RunDiagnostic<'a> {
    pub diagnostic: &'a Diagnostic<FilePlace>,
    /// Whether it is reported if it is not known.
    pub is_shown: bool,
    pub file: String,
    pub entry: BaselineEntry,
}

/// How a diagnostic is the same as a known one, the most certain way first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MatchedBy {
    /// It has the same message in the same definition.
    Message,
    /// It is about the same code of the same definition, and an edit of other code has changed its message.
    Code,
    /// The definition has another name now.
    RenamedDefinition,
    /// The file has another path now.
    MovedFile,
}

const MATCHES: [MatchedBy; 4] = [
    MatchedBy::Message,
    MatchedBy::Code,
    MatchedBy::RenamedDefinition,
    MatchedBy::MovedFile,
];

impl Entries {
    /// Parts diagnostics into known and new ones, in their order. Each entry is taken once for each time it was found.
    pub fn take<'a>(
        &mut self,
        found: Vec<RunDiagnostic<'a>>,
        reader: &EntryReader<'_>,
    ) -> (Vec<RunDiagnostic<'a>>, Vec<RunDiagnostic<'a>>) {
        let moved = self.0.keys().filter(|file| !reader.path(file).exists());
        let moved: Vec<String> = moved.cloned().collect();
        let (mut known, mut new) = (Vec::new(), found);
        for how in MATCHES {
            let (taken, left): (Vec<_>, Vec<_>) = new.into_iter().partition(|it| match how {
                MatchedBy::MovedFile => moved
                    .iter()
                    .any(|file| self.take_from(file, it, how, reader)),
                _ => self.take_from(&it.file, it, how, reader),
            });
            known.extend(taken);
            new = left;
        }
        (known, new)
    }

    /// Takes the entry of a file that matches a diagnostic, if there is one left.
    fn take_from(
        &mut self,
        file: &str,
        found: &RunDiagnostic<'_>,
        how: MatchedBy,
        reader: &EntryReader<'_>,
    ) -> bool {
        let entries = self.0.get_mut(file).into_iter().flatten();
        let mut entries = entries.filter(|(entry, number)| {
            **number > 0 && entry.rule == found.entry.rule && how.fits(entry, found, reader)
        });
        let entry = entries.next();
        entry.is_some_and(|(_, number)| {
            *number -= 1;
            true
        })
    }
}

impl MatchedBy {
    fn fits(
        self,
        known: &BaselineEntry,
        found: &RunDiagnostic<'_>,
        reader: &EntryReader<'_>,
    ) -> bool {
        let RunDiagnostic { entry, .. } = found;
        let has_same_message = known.message == entry.message;
        let has_same_code = known.code == entry.code;
        let is_in_same = known.definition == entry.definition;
        match self {
            Self::Message => is_in_same && has_same_message,
            Self::Code => is_in_same && has_same_code,
            Self::RenamedDefinition => {
                let file = found.diagnostic.place.file;
                (has_same_message || has_same_code) && !reader.defines(file, &known.definition)
            }
            Self::MovedFile => has_same_message || has_same_code,
        }
    }
}
