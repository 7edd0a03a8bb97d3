//! `puppet-analyzer check`: diagnostics as text for users or JSON for programs.

mod fixing;
mod json;
mod progress;
mod text;
mod workers;

use std::cell::LazyCell;
use std::collections::HashSet;
use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use puppet_db::settings::Settings;
use puppet_db::{File, FileKind};
use puppet_diagnostics::{Diagnostic, Safety, Severity, Strictness};
use puppet_ide::FixProvider;
use puppet_ide::missing_modules;
use puppet_project::discover::installed_module_path;
use puppet_project::discover::{self, ProblemSeverity, ProjectProblem, discover};
use puppet_project::fs::Disk;
use puppet_project::{ProjectInputs, ProjectModel};
use puppet_semantic::index::file_origin;
use puppet_semantic::{Requirement, RootDatabase};

use crate::diff;
use crate::paths::WorkingDirectory;
use fixing::FixedFiles;

/// So many files are checked as a few of many.
const FEW_FILES: usize = 50;

/// The options of `check`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Files and directories to check; the module or environment around each is found by itself.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// How to print what is found.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Colour::Auto)]
    color: Colour,
    /// A directory of modules to look into after those that are found (may be given several times).
    #[arg(long, value_name = "DIR")]
    module_path: Vec<PathBuf>,
    /// Report also what is only possibly wrong as an error, and everything that well-typed code avoids.
    #[arg(long, conflicts_with = "lenient")]
    strict: bool,
    /// Report only what is certainly wrong.
    #[arg(long)]
    lenient: bool,
    /// Print hints too: what could be better, or would help to check more (as --strict does).
    #[arg(long)]
    hints: bool,
    /// A version of Puppet or OpenVox that the code is for, such as 'puppet>=7' or 'openvox 8.x' (may be given several
    /// times) [default: what the module's metadata.json requires].
    #[arg(long, value_name = "VERSIONS", value_parser = Requirement::parse)]
    target: Vec<Requirement>,
    /// Apply all safe fixes, and report what is left.
    #[arg(long, group = "fixing")]
    fix: bool,
    /// With --fix or --diff: apply unsafe fixes too. They need a review, since they are guesses or change what the code does.
    #[arg(long, requires = "fixing")]
    unsafe_fixes: bool,
    /// Change nothing: show what --fix would change.
    #[arg(long, group = "fixing")]
    diff: bool,
    /// Show the inferred type of every assignment.
    #[arg(long)]
    reveal: bool,
}

impl Options {
    /// The settings of the command line, which override those of files.
    fn settings(&self, directory: &WorkingDirectory) -> Settings {
        let module_path = self.module_path.iter();
        Settings {
            module_path: module_path
                .map(|path| directory.absolute(path).to_string_lossy().into())
                .collect(),
            target: self.target.clone(),
            strictness: match (self.lenient, self.strict) {
                (true, _) => Some(Strictness::Lenient),
                (false, true) => Some(Strictness::Strict),
                (false, false) => None,
            },
            ..Settings::default()
        }
    }

    /// Whether diagnostics of this severity are printed.
    fn shows(&self, severity: Severity) -> bool {
        severity > Severity::Hint || self.hints || self.strict
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Source frames, as rustc prints them.
    Text,
    /// One JSON object a line.
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How the run ended, worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Clean,
    ErrorsFound,
    CouldNotRun,
}

/// Runs the check and prints the diagnostics on standard output, everything else on standard error.
pub fn run(options: &Options) -> ExitCode {
    let outcome = match check(options) {
        Ok(outcome) => outcome,
        // The reader has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Outcome::ErrorsFound,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            Outcome::CouldNotRun
        }
    };
    ExitCode::from(match outcome {
        Outcome::Clean => 0,
        Outcome::ErrorsFound => 1,
        Outcome::CouldNotRun => 2,
    })
}

fn check(options: &Options) -> io::Result<Outcome> {
    let directory = WorkingDirectory::current()?;
    let paths: Vec<PathBuf> = options
        .paths
        .iter()
        .map(|path| directory.absolute(path))
        .collect();
    let settings = options.settings(&directory);
    let model = discover(
        &Disk,
        &paths,
        &discover::Options {
            settings,
            installed: installed_module_path(),
        },
    );
    let mut db = RootDatabase::default();
    db.set_reveal(options.reveal);
    let mut inputs = ProjectInputs::default();
    inputs.apply(&mut db, &Disk, &model);
    let files = files_to_check(&db, &inputs, &paths);
    db.set_expects_all(files.len() > FEW_FILES);
    let mut problems = model.problems.clone();
    problems.extend(paths_without_code(&db, &model, &files, &paths));

    let fixed = (options.fix || options.diff).then(|| {
        let may_change = fixable_files(&db, &inputs, &paths);
        fixing::fix_all(options, &mut db, &mut inputs, &model, &files, may_change)
    });
    let mut report = Report {
        db: &db,
        directory: &directory,
        outcome: Outcome::Clean,
    };
    report.problems(&problems)?;
    let fixer = LazyCell::new(|| FixProvider::new(inputs.model_files(&model)));
    let for_json = (options.format == Format::Json).then(|| fixer.clone());
    let diagnostics = workers::check_all(&db, &files, &|db, diagnostics| {
        for diagnostic in diagnostics.iter_mut() {
            if let Some(fixer) = &for_json {
                diagnostic.fixes = fixer.all(db, diagnostic);
            }
        }
    });
    if let Some(fixed) = fixed {
        report.fixed(options, &fixed, &diagnostics)?;
        if options.diff {
            return Ok(report.outcome);
        }
    }
    report.diagnostics(options, &diagnostics, for_json.as_ref())?;
    let own = LazyCell::new(|| HashSet::from_iter(fixable_files(&db, &inputs, &paths)));
    let fixable = diagnostics.iter().filter(|it| {
        let may = options.shows(it.severity) && it.rule.fix == Some(Safety::Safe);
        // Diagnostics that remain after `--fix` have no fix that it applies.
        may && !options.fix && fixer.has_fix(&db, it, &own)
    });
    report.missing(options, &files)?;
    let counts = text::Counts {
        fixable: fixable.count(),
        ..count_files(&db, &files, &paths)
    };
    report.summary(options, &diagnostics, &counts)?;
    Ok(report.outcome)
}

/// The files below the paths that are the user's own: not the modules in fixtures, not what is only looked up in. The
/// settings that count for them are checked too, wherever they are. Templates in Embedded Ruby are checked where they are used.
fn files_to_check(db: &RootDatabase, inputs: &ProjectInputs, paths: &[PathBuf]) -> Vec<File> {
    inputs
        .files()
        .filter(|(path, file)| file.kind(db) == FileKind::Settings || is_asked(paths, path))
        .map(|(_, file)| file)
        .filter(|file| file.kind(db) != FileKind::Erb && is_own(db, *file))
        .collect()
}

/// Counts the files that were checked, and those that the settings exclude. Settings are checked wherever they are, and
/// count where they were requested.
fn count_files(db: &RootDatabase, files: &[File], paths: &[PathBuf]) -> text::Counts {
    let mut counts = text::Counts::default();
    for file in files {
        let counts_as_file = match file.kind(db) {
            FileKind::Ruby => false,
            FileKind::Settings => is_asked(paths, file.path(db)),
            _ => true,
        };
        match is_excluded(db, *file) {
            _ if !counts_as_file => {}
            true => counts.excluded += 1,
            false => counts.files += 1,
        }
    }
    counts
}

/// Whether the settings exclude a file.
fn is_excluded(db: &RootDatabase, file: File) -> bool {
    file_origin::settings(db, file).excludes(file.path(db))
}

fn is_own(db: &RootDatabase, file: File) -> bool {
    use puppet_db::ModuleOrigin::Workspace;
    file_origin::owner(db, file).is_some_and(|owner| {
        owner
            .module
            .is_none_or(|module| module.origin(db) == Workspace)
    })
}

/// The files that fixes may change: all of the user's own below the paths, also those that are checked where they are used.
fn fixable_files(db: &RootDatabase, inputs: &ProjectInputs, paths: &[PathBuf]) -> Vec<File> {
    let files = inputs.files().filter(|(path, _)| is_asked(paths, path));
    let files = files.map(|(_, file)| file);
    files.filter(|file| is_own(db, *file)).collect()
}

fn is_asked(paths: &[PathBuf], path: &str) -> bool {
    let path = std::path::Path::new(path);
    paths.iter().any(|asked| path.starts_with(asked))
}

/// A path that was given and holds nothing to check is a mistake worth a line.
fn paths_without_code(
    db: &RootDatabase,
    model: &ProjectModel,
    files: &[File],
    paths: &[PathBuf],
) -> Vec<ProjectProblem> {
    let has_problem = |path: &PathBuf| model.problems.iter().any(|problem| problem.path == *path);
    let has_code = |path: &PathBuf| {
        files
            .iter()
            .any(|file| std::path::Path::new(&**file.path(db)).starts_with(path))
    };
    let empty = paths
        .iter()
        .filter(|path| !has_problem(path) && !has_code(path));
    empty
        .map(|path| {
            let message = if path.is_dir() {
                "no manifests (*.pp) or templates (*.epp) below this directory"
            } else {
                "neither a manifest (*.pp) nor a template (*.epp)"
            };
            ProjectProblem {
                path: path.clone(),
                message: message.to_owned(),
                gravity: ProblemSeverity::Fatal,
            }
        })
        .collect()
}

/// What is printed, and what it means for the exit status.
struct Report<'a> {
    db: &'a RootDatabase,
    directory: &'a WorkingDirectory,
    outcome: Outcome,
}

impl Report<'_> {
    fn problems(&mut self, problems: &[ProjectProblem]) -> io::Result<()> {
        let mut stderr = io::stderr().lock();
        for problem in problems {
            let word = match problem.gravity {
                ProblemSeverity::Fatal => "error",
                ProblemSeverity::Warning => "warning",
            };
            writeln!(
                stderr,
                "{word}: {}: {}",
                self.directory.relative(&problem.path).display(),
                problem.message
            )?;
            if problem.gravity == ProblemSeverity::Fatal {
                self.outcome = Outcome::CouldNotRun;
            }
        }
        Ok(())
    }

    /// Shows or writes the fixed files; `diagnostics` are those that remain.
    fn fixed(
        &mut self,
        options: &Options,
        fixed: &FixedFiles,
        diagnostics: &[Diagnostic<File>],
    ) -> io::Result<()> {
        for (file, before) in &fixed.before {
            let path = std::path::Path::new(&**file.path(self.db));
            let shown = self.directory.relative(path);
            let after = file.text(self.db);
            if options.diff {
                let diff = diff::unified(&shown, before, after);
                io::stdout().lock().write_all(diff.as_bytes())?;
                self.outcome = self.outcome.max(Outcome::ErrorsFound);
            } else if let Err(problem) = fixing::write(path, before, after) {
                writeln!(io::stderr(), "error: {}: {problem}", shown.display())?;
                self.outcome = Outcome::CouldNotRun;
            }
        }
        let left = diagnostics.iter().filter(|it| options.shows(it.severity));
        let (fixes, would) = (fixed.fixes, if options.diff { " would be" } else { "" });
        writeln!(
            io::stderr(),
            "{fixes}{would} fixed, {} remain",
            left.count()
        )
    }

    fn diagnostics(
        &mut self,
        options: &Options,
        diagnostics: &[Diagnostic<File>],
        for_json: Option<&FixProvider>,
    ) -> io::Result<()> {
        if diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
        {
            self.outcome = self.outcome.max(Outcome::ErrorsFound);
        }
        let stdout = io::stdout();
        let coloured = match options.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                stdout.is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        };
        let mut out = io::BufWriter::new(stdout.lock());
        match for_json {
            Some(fixer) => json::print(self.db, self.directory, (diagnostics, fixer), &mut out)?,
            None => {
                let mut shown = diagnostics.iter().filter(|it| options.shows(it.severity));
                text::print(self.db, self.directory, &mut shown, coloured, &mut out)?;
            }
        }
        out.flush()
    }

    /// The modules whose absence limits the checks, for users: on standard output, since it limits what is
    /// printed there.
    fn missing(&self, options: &Options, files: &[File]) -> io::Result<()> {
        if options.format != Format::Text {
            return Ok(());
        }
        let mut stdout = io::stdout().lock();
        for missing in missing_modules(self.db, files) {
            writeln!(stdout, "note: {}", missing.summary())?;
        }
        Ok(())
    }

    /// One line for users; programs that read JSON count for themselves.
    fn summary(
        &self,
        options: &Options,
        diagnostics: &[Diagnostic<File>],
        counts: &text::Counts,
    ) -> io::Result<()> {
        if options.format == Format::Json || counts.files + counts.excluded == 0 {
            return Ok(());
        }
        let count = |severity| {
            diagnostics
                .iter()
                .filter(|diagnostic| diagnostic.severity == severity)
                .count()
        };
        let found = (count(Severity::Error), count(Severity::Warning));
        let line = text::summary(found, counts);
        writeln!(io::stderr(), "{line}")
    }
}
