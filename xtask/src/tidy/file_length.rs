//! A file of more than 800 lines wants splitting along its concepts.

use anyhow::Result;

use crate::tidy::workspace::CargoWorkspace;

/// Lines that a file written by hand may have.
const LIMIT: usize = 800;
/// Endings of the files that are looked at.
const SOURCES: &[&str] = &[".rs", ".ts", ".lua", ".el", ".mjs"];

/// Files that are too long, and not generated.
pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let sources = workspace
        .files
        .iter()
        .filter(|file| SOURCES.iter().any(|ending| file.ends_with(ending)));
    let by_hand = sources.filter(|file| !file.contains("/generated/"));
    let counted = by_hand.map(|file| {
        (
            file,
            workspace.text(file).unwrap_or_default().lines().count(),
        )
    });
    Ok(counted
        .filter(|(_, lines)| *lines > LIMIT)
        .map(|(file, lines)| format!("{file} has {lines} lines"))
        .collect())
}
