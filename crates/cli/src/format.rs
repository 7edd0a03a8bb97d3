//! `puppet-analyzer format`: lays out manifests and the code in templates.

mod files;

pub use files::NO_CODE;

use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use puppet_db::FileKind;
use puppet_format::{apply, format};
use puppet_syntax::{Entry, Keywords, ParseOptions, parse_with};
use puppet_text::{Column, LineIndex};
use puppet_vfs::{atomic_write, disk};

use crate::diff;
use crate::exit_status::{ExitOutcome, report};
use crate::paths::WorkingDirectory;

/// The options of `format`.
#[derive(Debug, clap::Args)]
pub struct FormatOptions {
    /// Files, and directories that are searched for *.pp and *.epp; `-` formats standard input to standard output.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Change nothing: name the files that would change.
    #[arg(long)]
    check: bool,
    /// Change nothing: show what would change.
    #[arg(long)]
    diff: bool,
    /// The name of the file that comes over standard input, which distinguishes templates and plans from manifests.
    #[arg(long, value_name = "PATH", default_value = "stdin.pp")]
    stdin_path: PathBuf,
}

/// Formats, and reports on standard error the files that could not be formatted.
pub fn run(options: &FormatOptions) -> ExitCode {
    // Where the reader has closed the pipe, there was something to show.
    let outcome = report(run_all(options));
    outcome.unwrap_or(ExitOutcome::Failure).into()
}

fn run_all(options: &FormatOptions) -> io::Result<ExitOutcome> {
    if options.paths.iter().any(|path| path.as_os_str() == "-") {
        return match options.paths.len() {
            1 => of_stdin(options),
            _ => Err(io::Error::other("`-` stands alone")),
        };
    }
    let directory = WorkingDirectory::current()?;
    let found = files::files_below(&directory, &options.paths);
    let mut outcome = ExitOutcome::Success;
    for path in found.left_out {
        writeln!(io::stderr(), "warning: {path}")?;
    }
    for problem in found.problems {
        writeln!(io::stderr(), "error: {problem}")?;
        outcome = ExitOutcome::CouldNotRun;
    }
    for path in found.files {
        let shown = directory.relative(&path);
        outcome = outcome.max(of_file(options, &path, &shown)?);
    }
    Ok(outcome)
}

fn of_file(options: &FormatOptions, path: &Path, shown: &Path) -> io::Result<ExitOutcome> {
    let result = disk::read(path)
        .map_err(|problem| format!("{}: {problem}", shown.display()))
        .and_then(|found| match found.invalid_utf8 {
            Some(_) => Err(format!("{}: not UTF-8 text", shown.display())),
            None => Formatted::new(&found.text, shown),
        });
    let formatted = match result {
        Ok(formatted) => formatted,
        Err(problem) => return tell(&problem),
    };
    if !formatted.is_changed() {
        return Ok(ExitOutcome::Success);
    }
    if options.check || options.diff {
        return formatted.report(options, shown);
    }
    match atomic_write::replace(path, formatted.after.as_bytes()) {
        Ok(()) => Ok(ExitOutcome::Success),
        Err(error) => tell(&format!("{}: {error}", shown.display())),
    }
}

fn of_stdin(options: &FormatOptions) -> io::Result<ExitOutcome> {
    let mut text = String::new();
    io::stdin().lock().read_to_string(&mut text)?;
    let formatted = match Formatted::new(&text, &options.stdin_path) {
        Ok(formatted) => formatted,
        Err(problem) => return tell(&problem),
    };
    if options.check || options.diff {
        return match formatted.is_changed() {
            true => formatted.report(options, &options.stdin_path),
            false => Ok(ExitOutcome::Success),
        };
    }
    io::stdout().lock().write_all(formatted.after.as_bytes())?;
    Ok(ExitOutcome::Success)
}

fn tell(problem: &str) -> io::Result<ExitOutcome> {
    writeln!(io::stderr(), "error: {problem}")?;
    Ok(ExitOutcome::CouldNotRun)
}

/// A text and what formatting makes of it.
struct Formatted {
    before: String,
    edits: Vec<puppet_format::FormatEdit>,
    after: String,
}

impl Formatted {
    /// Formats a text as what its path says. Texts with syntax errors are refused, with the place of the first one.
    fn new(text: &str, path: &Path) -> Result<Formatted, String> {
        let options = parse_options(path).ok_or_else(|| {
            format!(
                "{}: neither a manifest (*.pp) nor a template (*.epp)",
                path.display()
            )
        })?;
        let parse = parse_with(text, options);
        if let Some(error) = parse.errors().first() {
            let at = LineIndex::new(text).line_col(error.range.start(), Column::Chars);
            return Err(format!(
                "{}:{}:{}: {}; a file with syntax errors is not formatted",
                path.display(),
                at.line + 1,
                at.col + 1,
                error.message
            ));
        }
        let edits = format(text, &parse, options);
        Ok(Formatted {
            before: text.to_owned(),
            after: apply(text, &edits),
            edits,
        })
    }

    fn is_changed(&self) -> bool {
        !self.edits.is_empty()
    }

    fn report(&self, options: &FormatOptions, path: &Path) -> io::Result<ExitOutcome> {
        let mut stdout = io::stdout().lock();
        if options.diff {
            stdout.write_all(diff::unified(path, &self.before, &self.after).as_bytes())?;
        } else {
            writeln!(stdout, "{}", path.display())?;
        }
        Ok(ExitOutcome::Failure)
    }
}

/// How a file is read; nothing if it is no Puppet code.
pub fn parse_options(path: &Path) -> Option<ParseOptions> {
    let path = path.to_str()?;
    let entry = match FileKind::from_path(path) {
        FileKind::Manifest => Entry::Manifest,
        FileKind::Epp => Entry::Epp,
        _ => return None,
    };
    let keywords = match puppet_db::is_plan(path) {
        true => Keywords::Tasks,
        false => Keywords::Manifest,
    };
    Some(ParseOptions { entry, keywords })
}
