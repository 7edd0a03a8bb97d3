//! Generates the page of assists, `docs/assists.md`, from the doc comments of their functions.

use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result};

use crate::{
    generated::{self, Mode},
    shell,
};

const HANDLERS: &str = "crates/ide-assists/src/handlers";
const PAGE: &str = "docs/assists.md";

/// Writes (or checks) the page.
pub fn run(mode: Mode) -> Result<()> {
    let folder = shell::root().join(HANDLERS);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .with_context(|| format!("cannot read {HANDLERS}"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    files.retain(|path| path.file_stem().is_some_and(|stem| stem != "mod"));
    files.sort();
    let mut page = "# Assists\n\nFor all who edit Puppet code: the changes that an editor offers in its menu of \
        refactorings (in VS Code `Ctrl+.`). An assist keeps the behaviour of the code. `$0` marks the cursor, or both \
        ends of the selection.\n"
        .to_owned();
    for path in files {
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        let documentation = documentation(&text)
            .with_context(|| format!("{}: no doc comment of the assist", path.display()))?;
        write!(page, "\n## {id}\n\n{documentation}")?;
    }
    generated::file(PAGE, &page, mode)
}

/// The doc comment of the assist, the first public function.
fn documentation(text: &str) -> Option<String> {
    let (before, _) = text.split_once("\npub fn ")?;
    let lines: Vec<&str> = before
        .lines()
        .rev()
        .map_while(|it| it.strip_prefix("///"))
        .collect();
    let lines = lines.iter().rev();
    let text: String = lines
        .map(|it| format!("{}\n", it.strip_prefix(' ').unwrap_or(it)))
        .collect();
    (!text.is_empty()).then_some(text)
}
