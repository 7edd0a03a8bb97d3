//! The settings file of `--config`.

use std::path::Path;

use puppet_checks::settings_problems;
use puppet_project::settings;
use puppet_text::{Column, LineIndex};
use puppet_vfs::disk;

use crate::paths::WorkingDirectory;

/// Reads a settings file, to refuse it before anything is checked.
///
/// # Errors
/// That the file cannot be read, and what is wrong in it.
pub fn validate(path: &Path, directory: &WorkingDirectory) -> Result<(), String> {
    let name = path.display();
    let read = disk::read(&directory.absolute(path))
        .map_err(|problem| format!("cannot read the settings {name}: {problem}"))?;
    let problems = settings_problems(settings::parse(&read.text, ""));
    let Some(problem) = problems.first() else {
        return Ok(());
    };
    let at = LineIndex::new(&read.text).line_col(problem.range.start(), Column::Chars);
    Err(format!("{name}:{}:{}: {problem}", at.line + 1, at.col + 1))
}
