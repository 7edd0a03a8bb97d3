//! Settings files that the command line names.

use std::path::Path;
use std::sync::Arc;

use puppet_checks::settings_problems;
use puppet_project::settings;
use puppet_text::{Column, LineIndex};
use puppet_vfs::disk;

use crate::paths::WorkingDirectory;

/// The text of a settings file, in which nothing is wrong.
///
/// # Errors
/// That the file cannot be read, or what is wrong in it.
pub fn read(path: &Path, directory: &WorkingDirectory) -> Result<Arc<str>, String> {
    let name = path.display();
    let read = disk::read(&directory.absolute(path))
        .map_err(|problem| format!("cannot read the settings {name}: {problem}"))?;
    let problems = settings_problems(settings::parse(&read.text, ""));
    let Some(problem) = problems.first() else {
        return Ok(read.text);
    };
    let at = LineIndex::new(&read.text).line_col(problem.range.start(), Column::Chars);
    Err(format!("{name}:{}:{}: {problem}", at.line + 1, at.col + 1))
}
