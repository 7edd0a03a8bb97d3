//! Changes of files: shown line by line, or written.

use std::fs;
use std::path::{Path, PathBuf};

use puppet_ide::{
    Analysis, LineIndex, SourceChange, TextEdit, TextRange, TextSize, apply_edits, module_texts,
};
use puppet_vfs::{atomic_write, disk};

use crate::tool::ToolError;
use crate::workspace::{SessionWorkspace, part};

/// A change with the texts that it is about.
pub(crate) struct FileChanges {
    edits: Vec<EditedFile>,
    moves: Vec<(PathBuf, PathBuf)>,
    creates: Vec<(PathBuf, String)>,
}

struct EditedFile {
    path: PathBuf,
    before: String,
    edits: Vec<TextEdit>,
}

impl FileChanges {
    /// Reads what a change is about, the specs and pages of modules too.
    pub(crate) fn new(analysis: &Analysis, change: &SourceChange) -> Result<Self, ToolError> {
        let mut all = Vec::new();
        for (file, edits) in &change.edits {
            all.push(EditedFile {
                path: PathBuf::from(&*analysis.path(*file)),
                before: analysis.text(*file)?.to_string(),
                edits: edits.clone(),
            });
        }
        for names in &change.text_files {
            for (path, kind) in names
                .modules
                .iter()
                .flat_map(|it| module_texts(Path::new(it)))
            {
                let Ok(text) = disk::read(&path) else {
                    continue;
                };
                let edits = names.edits(&text.text, kind);
                let is_known = all.iter().any(|it| it.path == path);
                if !edits.is_empty() && !is_known {
                    all.push(EditedFile {
                        path,
                        before: text.text.to_string(),
                        edits,
                    });
                }
            }
        }
        let moves = change.moves.iter();
        let moves = moves.map(|it| (PathBuf::from(&*analysis.path(it.file)), (&it.to).into()));
        let creates = change.creates.iter();
        Ok(Self {
            edits: all,
            moves: moves.collect(),
            creates: creates
                .map(|(path, text)| (path.into(), text.clone()))
                .collect(),
        })
    }

    /// How many files change.
    pub(crate) fn files(&self) -> usize {
        self.edits.len() + self.creates.len()
    }

    /// The lines that change: the place, the old lines, the new ones.
    pub(crate) fn lines(&self, workspace: &SessionWorkspace) -> Vec<String> {
        let mut items = Vec::new();
        for (from, to) in &self.moves {
            let (from, to) = (workspace.relative(from), workspace.relative(to));
            items.push(format!("{from} moves to {to}"));
        }
        for (path, text) in &self.creates {
            let lines = text.lines().map(|line| format!("\n+ {line}"));
            let lines: String = lines.collect();
            items.push(format!("{} is created{lines}", workspace.relative(path)));
        }
        for file in &self.edits {
            let path = workspace.relative(&file.path);
            let hunks = hunks(&file.before, &file.edits).into_iter();
            items.extend(hunks.map(|(line, lines)| format!("{path}:{line}\n{lines}")));
        }
        items
    }

    /// Writes the change to disk: all of it, or nothing if something is refused before.
    pub(crate) fn write(&self, workspace: &SessionWorkspace) -> Result<(), ToolError> {
        for file in &self.edits {
            workspace.writable(&file.path)?;
            let now = disk::read(&file.path).map_err(|problem| problem.to_string())?;
            if now.invalid_utf8.is_some() || *now.text != *file.before {
                let path = workspace.relative(&file.path);
                let why = "has changed meanwhile or is not UTF-8; nothing was changed";
                return Err(format!("{path} {why}").into());
            }
        }
        let moved = self.moves.iter().map(|(_, to)| to);
        for path in moved.chain(self.creates.iter().map(|(path, _)| path)) {
            workspace.writable(path)?;
            if path.exists() {
                let path = workspace.relative(path);
                return Err(format!("{path} exists already; nothing was changed").into());
            }
        }
        for (from, _) in &self.moves {
            workspace.writable(from)?;
        }
        self.write_all().map_err(|error| error.to_string().into())
    }

    fn write_all(&self) -> std::io::Result<()> {
        for file in &self.edits {
            let after = apply_edits(&file.before, &file.edits);
            atomic_write::replace(&file.path, after.as_bytes())?;
        }
        for (path, text) in &self.creates {
            make_parent(path)?;
            atomic_write::save(path, text.as_bytes())?;
        }
        for (from, to) in &self.moves {
            make_parent(to)?;
            fs::rename(from, to)?;
        }
        Ok(())
    }
}

fn make_parent(path: &Path) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// The lines that edits change: the number of the first, and the old and new ones.
fn hunks(text: &str, edits: &[TextEdit]) -> Vec<(u32, String)> {
    let lines = LineIndex::new_for_editor(text);
    let mut hunks: Vec<(u32, u32, Vec<&TextEdit>)> = Vec::new();
    for edit in edits {
        let (first, last) = (lines.line(edit.range.start()), lines.line(edit.range.end()));
        match hunks.last_mut() {
            Some((_, end, same)) if first <= *end => {
                *end = last.max(*end);
                same.push(edit);
            }
            _ => hunks.push((first, last, vec![edit])),
        }
    }
    let hunks = hunks.into_iter().map(|(first, last, edits)| {
        let range = |line| lines.line_range(line).unwrap_or_default();
        let range = TextRange::new(
            range(first).start(),
            range(last).end().max(range(first).start()),
        );
        let before = part(text, range);
        let edits: Vec<TextEdit> = edits.iter().map(|it| shifted(it, range)).collect();
        let after = apply_edits(before, &edits);
        let marked = |sign: char, text: &str| -> Vec<String> {
            text.lines()
                .map(|line| format!("{sign} {}", line.trim_end()))
                .collect()
        };
        let changed = [marked('-', before), marked('+', &after)].concat();
        (first + 1, changed.join("\n"))
    });
    hunks.collect()
}

/// An edit of a part of the text that starts later.
fn shifted(edit: &TextEdit, part: TextRange) -> TextEdit {
    let from_start = |at: TextSize| at.checked_sub(part.start()).unwrap_or_default();
    let range = TextRange::new(from_start(edit.range.start()), from_start(edit.range.end()));
    TextEdit::replace(range, edit.text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_are_shown_before_and_after() {
        let text = "one\ntwo\nthree\nfour";
        let edit = |start: u32, end: u32, new: &str| {
            TextEdit::replace(TextRange::new(start.into(), end.into()), new)
        };
        let edits = [
            edit(0, 1, "O"),
            edit(2, 3, "E"),
            edit(8, 14, ""),
            edit(18, 18, "\nfive"),
        ];
        assert_eq!(
            hunks(text, &edits),
            [
                (1, "- one\n+ OnE".to_owned()),
                (3, "- three\n- four\n+ four\n+ five".to_owned()),
            ]
        );
    }
}
