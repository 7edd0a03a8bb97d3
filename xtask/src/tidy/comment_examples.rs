//! Code blocks in comments name their language. Without one, they would be Rust code that should be run as a test: such
//! examples are tests beside the code.

use anyhow::Result;

use crate::tidy::workspace::CargoWorkspace;

/// Places of blocks without a language.
pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for file in workspace.files.iter().filter(|it| it.ends_with(".rs")) {
        let text = workspace.text(file).unwrap_or_default();
        let lines = text.lines().enumerate();
        let fences = lines.filter_map(|(index, line)| Some((index, fence(line)?)));
        // Every other fence ends a block.
        let languages = fences.step_by(2);
        let unnamed = languages.filter(|(_, it)| it.is_empty() || it.starts_with("rust"));
        problems.extend(unnamed.map(|(index, _)| format!("{file}:{}", index + 1)));
    }
    Ok(problems)
}

/// What follows the start or the end of a code block in a doc comment.
fn fence(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let comment = line.strip_prefix("///").or(line.strip_prefix("//!"))?;
    comment.trim_start().strip_prefix("```")
}
