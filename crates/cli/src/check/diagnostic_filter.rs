//! The filter of the diagnostics that are shown.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use puppet_db::RootDatabase;
use puppet_db::{File, FilePlace, line_index};
use puppet_diagnostics::{Diagnostic, Severity};

use super::affected::affected_files;
use super::git_changes::Changes;
use super::input::CheckInput;
use super::options::CheckOptions;
use super::rule_selection::RuleSelection;
use crate::paths::WorkingDirectory;

/// Which diagnostics are shown.
pub struct Filter {
    rules: RuleSelection,
    hints: bool,
    changes: Option<Changes>,
    /// The files that the changes affect, if these are reported as a whole.
    affected: Option<HashSet<File>>,
}

impl Filter {
    /// The filter of the command line.
    ///
    /// # Errors
    /// What Git says, if its answer is needed.
    pub fn new(options: &CheckOptions, directory: &WorkingDirectory) -> io::Result<Self> {
        let changes = match &options.since {
            Some(revision) => Some(Changes::compare(revision, directory)),
            None => options.staged.then(|| Changes::staged(directory)),
        };
        Ok(Self {
            rules: options.rules(),
            hints: options.shows_hints(),
            changes: changes.transpose().map_err(io::Error::other)?,
            affected: None,
        })
    }

    /// Finds the files that the changes affect, to report these as a whole.
    ///
    /// # Errors
    /// What Git says.
    pub fn report_affected_files(&mut self, input: &CheckInput) -> io::Result<()> {
        let changes = self.changes.as_ref();
        let affected = changes.map(|changes| affected_files(changes, input));
        self.affected = affected.transpose().map_err(io::Error::other)?;
        Ok(())
    }

    /// Whether a diagnostic is shown.
    pub fn shows(&self, db: &RootDatabase, diagnostic: &Diagnostic<FilePlace>) -> bool {
        let rule = diagnostic.rule;
        let is_shown = diagnostic.severity > Severity::Hint || self.hints || self.rules.names(rule);
        is_shown && self.rules.reports(rule, diagnostic.severity) && self.is_changed(db, diagnostic)
    }

    /// Whether a diagnostic is on a line that has changed or in a file that is affected, if that matters.
    fn is_changed(&self, db: &RootDatabase, diagnostic: &Diagnostic<FilePlace>) -> bool {
        let place = &diagnostic.place;
        if let Some(affected) = &self.affected {
            return affected.contains(&place.file);
        }
        let lines = line_index(db, place.file);
        let (first, last) = (
            lines.line(place.range.start()),
            lines.line(place.range.end()),
        );
        let path = Path::new(&**place.file.path(db));
        let mut changes = self.changes.iter();
        changes.all(|changes| changes.touch(path, first + 1, last + 1))
    }
}
