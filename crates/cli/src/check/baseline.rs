//! Baselines: known diagnostics that are not reported. They have no line numbers, so that code can move.

mod entry;
mod file;
mod matching;

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use puppet_checks::suppression::can_be_silenced;
use puppet_db::{File, FilePlace};
use puppet_diagnostics::Diagnostic;

use super::options::CheckOptions;
use super::report::Report;
use crate::paths::WorkingDirectory;
use entry::{BaselineEntry, EntryReader};
use matching::RunDiagnostic;
use puppet_text::count;

/// Known diagnostics with their numbers, by their file: its path relative to the directory of the baseline.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Entries(BTreeMap<String, BTreeMap<BaselineEntry, usize>>);

impl Entries {
    fn add(&mut self, file: &str, entry: BaselineEntry, number: usize) {
        let entries = self.0.entry(file.to_owned()).or_default();
        *entries.entry(entry).or_default() += number;
    }
}

/// The baseline of the command line.
pub struct Baseline<'a> {
    /// The path as the command line has it.
    name: &'a Path,
    path: PathBuf,
    known: Entries,
    is_to_write: bool,
    is_quiet: bool,
}

/// The files of a run.
pub struct CheckedFiles<'a> {
    /// Those that were checked.
    pub files: &'a [File],
    /// Whether a path is below those of the command line.
    pub is_asked: &'a dyn Fn(&str) -> bool,
}

impl<'a> Baseline<'a> {
    /// Reads the baseline, if there is one, before anything is checked or fixed.
    ///
    /// # Errors
    /// That the file cannot be read, or is not a baseline of this version.
    pub fn open(
        options: &'a CheckOptions,
        directory: &WorkingDirectory,
    ) -> io::Result<Option<Self>> {
        let Some(name) = &options.baseline else {
            return Ok(None);
        };
        let path = directory.absolute(name);
        let is_new = options.write_baseline && !path.exists();
        let known = match is_new {
            true => Entries::default(),
            false => file::read(&path, name).map_err(io::Error::other)?,
        };
        Ok(Some(Self {
            name,
            path,
            known,
            is_to_write: options.write_baseline,
            is_quiet: options.quiet,
        }))
    }

    /// Takes the diagnostics that the baseline knows out of a report, or writes the baseline. Diagnostics that are found
    /// and not shown are neither known nor gone.
    ///
    /// # Errors
    /// That the file cannot be written.
    pub fn apply<'d>(
        mut self,
        report: &mut Report<'d>,
        not_shown: &[&'d Diagnostic<FilePlace>],
        checked: &CheckedFiles<'_>,
    ) -> io::Result<()> {
        let directory = self.path.parent().unwrap_or(&self.path);
        let reader = EntryReader::new(report.db, WorkingDirectory::new(directory));
        let shown = report.diagnostics.iter().map(|it| (*it, true));
        let not_shown = not_shown.iter().map(|it| (*it, false));
        let found = shown.chain(not_shown);
        let found = found.filter(|(it, _)| can_be_silenced(it.rule));
        let found: Vec<RunDiagnostic<'d>> = found
            .map(|(diagnostic, is_shown)| RunDiagnostic {
                diagnostic,
                is_shown,
                file: reader.file_name(diagnostic.place.file),
                entry: reader.entry(diagnostic),
            })
            .collect();
        let (known, new) = self.known.take(found, &reader);
        let left = self.left(&reader, checked);
        match self.is_to_write {
            true => self.write(report, &known, new, left),
            false => self.filter(report, &known, &left),
        }
    }

    /// The entries that no diagnostic matched: those of files that were checked or are gone, and the others.
    fn left(&mut self, reader: &EntryReader<'_>, checked: &CheckedFiles<'_>) -> Left {
        let files = checked.files.iter().map(|it| reader.file_name(*it));
        let files: HashSet<String> = files.collect();
        let mut left = Left::default();
        for (file, entries) in std::mem::take(&mut self.known.0) {
            let path = reader.path(&file);
            let is_gone = (checked.is_asked)(&path.to_string_lossy()) && !path.exists();
            let is_checked = files.contains(&file) || is_gone;
            for (entry, number) in entries.into_iter().filter(|(_, number)| *number > 0) {
                match is_checked {
                    true => *left.gone.entry(entry.rule).or_default() += number,
                    false => left.unchecked.add(&file, entry, number),
                }
            }
        }
        left
    }

    fn write(
        &self,
        report: &mut Report<'_>,
        known: &[RunDiagnostic<'_>],
        new: Vec<RunDiagnostic<'_>>,
        left: Left,
    ) -> io::Result<()> {
        let mut entries = left.unchecked;
        let new = new.into_iter().filter(|it| it.is_shown);
        for found in known.iter().cloned().chain(new) {
            entries.add(&found.file, found.entry, 1);
        }
        file::write(&self.path, self.name, &entries).map_err(io::Error::other)?;
        let found = report.diagnostics.len();
        report.diagnostics.retain(|it| !can_be_silenced(it.rule));
        let written = count(found - report.diagnostics.len(), "diagnostic");
        writeln!(io::stderr(), "{written} written to {}", self.name.display())
    }

    fn filter<'d>(
        &self,
        report: &mut Report<'d>,
        known: &[RunDiagnostic<'d>],
        left: &Left,
    ) -> io::Result<()> {
        let known_here: HashSet<*const Diagnostic<FilePlace>> = known
            .iter()
            .map(|it| std::ptr::from_ref(it.diagnostic))
            .collect();
        report
            .diagnostics
            .retain(|it| !known_here.contains(&std::ptr::from_ref(*it)));
        let known = known.iter().filter(|it| it.is_shown).count();
        match summary(&self.name.display().to_string(), known, &left.gone) {
            Some(line) if !self.is_quiet => writeln!(io::stderr(), "{line}"),
            _ => Ok(()),
        }
    }
}

/// Entries that no diagnostic matched.
#[derive(Debug, Default)]
struct Left {
    /// The number of fixed diagnostics, by rule.
    gone: BTreeMap<String, usize>,
    /// The entries of files that were not checked.
    unchecked: Entries,
}

/// One line: what is known, and what got better.
fn summary(name: &str, known: usize, gone: &BTreeMap<String, usize>) -> Option<String> {
    let number: usize = gone.values().sum();
    let rules = gone.iter().map(|(rule, count)| format!("{count} {rule}"));
    let rules = rules.collect::<Vec<_>>().join(", ");
    let better = match number {
        0 => String::new(),
        number => format!(", {number} gone ({rules}): --write-baseline updates it"),
    };
    let not_shown = count(known, "known diagnostic");
    (known + number > 0).then(|| format!("{name}: {not_shown} not shown{better}"))
}
