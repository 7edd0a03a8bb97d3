//! `puppet-analyzer check`: diagnostics for people, programs and services.

mod affected;
mod baseline;
mod diagnostic_filter;
mod exclusions;
mod fingerprint;
mod fix;
mod git_changes;
mod input;
mod linked_files;
mod options;
mod output;
mod output_files;
pub mod parallel;
mod progress;
mod report;
mod rule_selection;
mod systems;
mod watch;

use std::cell::LazyCell;
use std::collections::HashSet;
use std::io::{self, Write};
use std::mem;
use std::path::Path;
use std::process::ExitCode;

use puppet_checks::rules::{FILE_TOO_LARGE, INVALID_SETTING, UNREADABLE_FILE};
use puppet_db::{FilePlace, FileProblem};
use puppet_diagnostics::{Diagnostic, Safety, Severity};
use puppet_ide::FixProvider;
use puppet_ide::missing_modules;
use puppet_project::ProjectModel;
use puppet_project::discover::{ProblemSeverity, ProjectProblem};

use crate::deps;
use crate::diff;
use crate::exit_status::{self, ExitOutcome};
use crate::paths::WorkingDirectory;
use crate::settings_file;
use baseline::{Baseline, CheckedFiles};
use diagnostic_filter::Filter;
use fix::FixedFiles;
use input::CheckInput;
pub use options::CheckOptions;
use output::{statistics, summary};
use report::Report;

/// Runs the check and prints the diagnostics on standard output, problems on standard error.
pub fn run(options: &CheckOptions) -> ExitCode {
    let outcome = match options.watch && !options.reads_stdin() {
        true => watch::watch(options, || exit_status::report(check(options)).map(drop))
            .map(|()| ExitOutcome::Success),
        false => exit_status::report(check(options)),
    };
    // The reader has closed the pipe.
    match outcome.unwrap_or(ExitOutcome::Failure) {
        ExitOutcome::Failure if options.exit_zero => ExitCode::SUCCESS,
        outcome => outcome.into(),
    }
}

fn check(options: &CheckOptions) -> io::Result<ExitOutcome> {
    let directory = WorkingDirectory::current()?;
    if let Some(config) = &options.config {
        settings_file::read(config, &directory).map_err(io::Error::other)?;
    }
    let filter = Filter::new(options, &directory)?;
    let baseline = Baseline::open(options, &directory)?;
    let mut input = CheckInput::read(options, &directory)?;
    let outcome = check_input(options, &directory, filter, baseline, &mut input);
    if !options.watch {
        // The process ends, and all of its memory with it: that is quicker than to free each value.
        mem::forget(input);
    }
    outcome
}

fn check_input(
    options: &CheckOptions,
    directory: &WorkingDirectory,
    mut filter: Filter,
    baseline: Option<Baseline<'_>>,
    input: &mut CheckInput,
) -> io::Result<ExitOutcome> {
    if options.writes_files() {
        settings_file::require_valid(&input.model, directory).map_err(io::Error::other)?;
    }
    output_files::require_distinct(options, directory, input).map_err(io::Error::other)?;
    if options.affected {
        filter.report_affected_files(input)?;
    }
    let is_fixing = options.fix || options.add_ignores || options.diff;
    let fixed = is_fixing.then(|| fix::fix_all(options, &filter, input));
    let mut outcome = print_problems(directory, &input.problems)?;
    let fixer = LazyCell::new(|| FixProvider::new(input.inputs.model_files(&input.model)));
    let shown_fixer = options.shows_fixes().then(|| fixer.clone());
    let mut diagnostics = parallel::check_all(&input.db, &input.files, &|db, diagnostics| {
        for diagnostic in diagnostics.iter_mut() {
            if let Some(fixer) = &shown_fixer {
                diagnostic.fixes = fixer.all(db, diagnostic);
            }
        }
    });
    if !options.os.is_empty() || !options.node.is_empty() {
        let of_nodes = systems::systems_of_nodes(input, &options.node)?;
        let chosen = [&options.os[..], &of_nodes].concat();
        diagnostics.extend(systems::check(input, &chosen, options.quiet)?);
        diagnostics.sort_by_key(|it| (it.place.file.path(&input.db), it.place.range.start()));
    }
    linked_files::remove_repeated(&input.db, &mut diagnostics);
    let (shown, not_shown): (Vec<_>, Vec<_>) = diagnostics
        .iter()
        .partition(|it| filter.shows(&input.db, it));
    let mut report = Report {
        db: &input.db,
        directory,
        files: &input.files,
        diagnostics: shown,
        fixer: shown_fixer.clone(),
    };
    if let Some(fixed) = fixed {
        outcome = outcome.max(finish_fixes(options, &fixed, &report)?);
        if options.diff {
            return Ok(outcome);
        }
    }
    if let Some(baseline) = baseline {
        let checked = CheckedFiles {
            files: &input.files,
            is_asked: &|path| input.is_asked(path),
        };
        baseline.apply(&mut report, &not_shown, &checked)?;
    }
    print(options, &report, &input.model, || {
        last_line(options, input, &report, &fixer)
    })?;
    for file in &options.output {
        if let Err(problem) = file.write(&report, options.style()) {
            writeln!(io::stderr(), "error: {problem}")?;
            outcome = ExitOutcome::CouldNotRun;
        }
    }
    Ok(outcome.max(outcome_of(options, &report)))
}

fn print_problems(
    directory: &WorkingDirectory,
    problems: &[ProjectProblem],
) -> io::Result<ExitOutcome> {
    let mut outcome = ExitOutcome::Success;
    let mut stderr = io::stderr().lock();
    for problem in problems {
        let word = match problem.gravity {
            ProblemSeverity::Fatal | ProblemSeverity::Incomplete => "error",
            ProblemSeverity::Warning => "warning",
        };
        let path = directory.relative(&problem.path);
        writeln!(stderr, "{word}: {}: {}", path.display(), problem.message)?;
        if problem.gravity != ProblemSeverity::Warning {
            outcome = ExitOutcome::CouldNotRun;
        }
    }
    Ok(outcome)
}

/// Shows or writes the fixed files. The diagnostics of the report are those that remain.
fn finish_fixes(
    options: &CheckOptions,
    fixed: &FixedFiles,
    report: &Report<'_>,
) -> io::Result<ExitOutcome> {
    let mut outcome = ExitOutcome::Success;
    let mut lost = 0;
    for (file, before) in &fixed.before {
        let path = Path::new(&**file.path(report.db));
        let shown = report.directory.relative(path);
        let after = file.text(report.db);
        if options.diff {
            let diff = diff::unified(&shown, before, after);
            io::stdout().lock().write_all(diff.as_bytes())?;
            outcome = outcome.max(ExitOutcome::Failure);
        } else if let Err(problem) = fix::write(path, before, after) {
            writeln!(
                io::stderr(),
                "error: cannot write {}: {problem}",
                shown.display()
            )?;
            outcome = ExitOutcome::CouldNotRun;
            lost += fixed.fixes.get(file).copied().unwrap_or(0);
        }
    }
    let fixes = fixed.fixes.values().sum::<usize>() - lost;
    let would = if options.diff { " would be" } else { "" };
    let done = if options.add_ignores {
        "ignored"
    } else {
        "fixed"
    };
    let left = report.diagnostics.len() + lost;
    writeln!(io::stderr(), "{fixes}{would} {done}, {left} remain")?;
    Ok(outcome)
}

/// Prints the diagnostics or their number on standard output and, for people, what was not seen, and a last line.
fn print(
    options: &CheckOptions,
    report: &Report<'_>,
    model: &ProjectModel,
    last_line: impl FnOnce() -> Option<String>,
) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let format = options.format();
    match (options.statistics, format.is_for_people()) {
        (false, _) => format.write(report, options.style(), &mut out)?,
        (true, true) => statistics::write_text(report, &mut out)?,
        (true, false) => statistics::write_json(report, &mut out)?,
    }
    if format.is_for_people() && !options.quiet {
        let missing = missing_modules(report.db, report.files);
        let missing = missing.iter().map(|it| it.summary());
        for note in missing.chain(deps::fetched_modules(model)) {
            writeln!(out, "note: {note}")?;
        }
        if let Some(line) = last_line() {
            writeln!(out, "{line}")?;
        }
    }
    out.flush()
}

/// One line that counts; none where there was nothing to check.
fn last_line(
    options: &CheckOptions,
    input: &CheckInput,
    report: &Report<'_>,
    fixer: &FixProvider,
) -> Option<String> {
    let own = LazyCell::new(|| HashSet::from_iter(input.fixable_files()));
    let fixable = report.diagnostics.iter().filter(|it| {
        // Diagnostics that remain after `--fix` have no fix that it applies.
        let may = it.rule.fix == Some(Safety::Safe) && !options.fix;
        may && fixer.has_fix(&input.db, it, &own)
    });
    let counts = summary::Counts {
        fixable: fixable.count(),
        ..input.counts()
    };
    let number = |severity| {
        let all = report.diagnostics.iter();
        all.filter(|it| it.severity == severity).count()
    };
    let found = (number(Severity::Error), number(Severity::Warning));
    (counts.files + counts.excluded > 0).then(|| summary::summary(found, &counts))
}

/// What diagnostics mean for the exit status. With broken settings, it is not known what was to be checked.
fn outcome_of(options: &CheckOptions, report: &Report<'_>) -> ExitOutcome {
    let diagnostics = &report.diagnostics;
    let is_unread = |it: &Diagnostic<FilePlace>| {
        let problem = it.place.file.problem(report.db);
        let is_unread = matches!(
            problem,
            Some(FileProblem::Unreadable(_) | FileProblem::TooLarge(_))
        );
        is_unread && [&UNREADABLE_FILE, &FILE_TOO_LARGE].contains(&it.rule)
    };
    if diagnostics
        .iter()
        .any(|it| it.rule == &INVALID_SETTING || is_unread(it))
    {
        return ExitOutcome::CouldNotRun;
    }
    let least = match options.error_on_warning {
        true => Severity::Warning,
        false => Severity::Error,
    };
    match diagnostics.iter().any(|it| it.severity >= least) {
        true => ExitOutcome::Failure,
        false => ExitOutcome::Success,
    }
}
