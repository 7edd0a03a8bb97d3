//! The files that a run writes beside its standard output.

use std::path::PathBuf;

use super::input::CheckInput;
use super::options::CheckOptions;
use crate::paths::WorkingDirectory;

/// Refuses to write two things to one file, or a report over a file that is checked.
///
/// # Errors
/// Which options name the same file.
pub fn require_distinct(
    options: &CheckOptions,
    directory: &WorkingDirectory,
    input: &CheckInput,
) -> Result<(), String> {
    let baseline = options.baseline.iter();
    let mut written: Vec<PathBuf> = baseline.map(|it| directory.absolute(it)).collect();
    for output in &options.output {
        let path = directory.absolute(&output.path);
        let name = output.path.display();
        if written.contains(&path) {
            return Err(format!(
                "--output {name}: this file is written by another option too, name a file for each"
            ));
        }
        if input.is_file(&path) {
            return Err(format!(
                "--output {name}: this file is checked, name another file for the report"
            ));
        }
        written.push(path);
    }
    Ok(())
}
