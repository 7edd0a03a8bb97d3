//! Messages are for users: data that a fix needs belongs to the diagnostic, so that a message can be reworded.

use anyhow::Result;

use crate::tidy::workspace::CargoWorkspace;

const FIXES: [&str; 2] = [
    "crates/ide-assists/src/",
    "crates/ide-diagnostics/src/fixes/",
];

/// Places in the fixes where a message is read.
pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for file in workspace
        .files
        .iter()
        .filter(|it| FIXES.iter().any(|folder| it.starts_with(folder)))
    {
        let text = workspace.text(file).unwrap_or_default();
        let lines = text.lines().enumerate();
        let reads = lines.filter(|(_, line)| line.contains(".message") || line.contains(".help"));
        problems.extend(reads.map(|(index, _)| format!("{file}:{}", index + 1)));
    }
    Ok(problems)
}
