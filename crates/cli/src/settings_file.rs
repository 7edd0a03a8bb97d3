//! Settings files that must be right before anything is done.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puppet_checks::settings_problems;
use puppet_project::{ProjectModel, settings};
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
    if problems.is_empty() {
        return Ok(read.text);
    }
    let lines = LineIndex::new(&read.text);
    let problems = problems.iter().map(|problem| {
        let at = lines.line_col(problem.range.start(), Column::Chars);
        format!("{name}:{}:{}: {problem}", at.line + 1, at.col + 1)
    });
    Err(problems.collect::<Vec<_>>().join("\n"))
}

/// Refuses a project in whose settings something is wrong. Files are changed only after this: with broken settings it is
/// not known which ones are excluded.
///
/// # Errors
/// That a settings file cannot be read, or what is wrong in it.
pub fn require_valid(model: &ProjectModel, directory: &WorkingDirectory) -> Result<(), String> {
    let environments = model.environments.iter();
    let files: BTreeSet<&PathBuf> = environments
        .filter_map(|it| it.settings_file.as_ref())
        .collect();
    for file in files {
        read(&directory.relative(file), directory)
            .map_err(|problem| format!("{problem}; nothing was changed"))?;
    }
    Ok(())
}
