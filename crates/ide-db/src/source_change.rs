//! Changes of texts and files, as one step that an editor can undo.

use puppet_text::TextRange;
use puppet_vfs::FileId;

use crate::search::text_files::TextFileSearch;

/// A replacement of some text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// What is replaced; empty for an insertion.
    pub range: TextRange,
    /// What stands there afterwards.
    pub text: String,
}

/// A file that gets another place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileMove {
    /// The file.
    pub file: FileId,
    /// Its new path, `/` between its parts.
    pub to: String,
}

/// Changes that belong together. The edits are those of the files before they move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceChange {
    /// Edits by file; those of one file do not overlap, and stand in the order of the text.
    pub edits: Vec<(FileId, Vec<TextEdit>)>,
    /// Files to move.
    pub moves: Vec<FileMove>,
    /// New files: path and text.
    pub creates: Vec<(String, String)>,
    /// What changes in the specs and pages of modules, which are no part of the analysis.
    pub text_files: Vec<TextFileSearch>,
}

impl TextEdit {
    /// A replacement.
    #[must_use]
    pub fn replace(range: TextRange, text: impl Into<String>) -> Self {
        Self {
            range,
            text: text.into(),
        }
    }

    /// An insertion.
    #[must_use]
    pub fn insert(at: puppet_text::TextSize, text: impl Into<String>) -> Self {
        Self::replace(TextRange::empty(at), text)
    }
}

impl SourceChange {
    /// Edits of one file.
    #[must_use]
    pub fn from_text_edits(file: FileId, edits: Vec<TextEdit>) -> Self {
        let mut change = Self::default();
        change.add(file, edits);
        change
    }

    /// Adds edits of a file; nothing if there are none.
    pub fn add(&mut self, file: FileId, mut edits: Vec<TextEdit>) {
        if edits.is_empty() {
            return;
        }
        let at = self.edits.iter().position(|(known, _)| *known == file);
        let at = at.unwrap_or_else(|| {
            self.edits.push((file, Vec::new()));
            self.edits.len() - 1
        });
        let Some((_, all)) = self.edits.get_mut(at) else {
            return;
        };
        all.append(&mut edits);
        all.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
        all.dedup();
    }
}

/// The text after edits, which stand in order and do not overlap.
#[must_use]
pub fn apply_edits(text: &str, edits: &[TextEdit]) -> String {
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        let (start, end) = (
            usize::from(edit.range.start()),
            usize::from(edit.range.end()),
        );
        result.push_str(text.get(done..start).unwrap_or_default());
        result.push_str(&edit.text);
        done = end.max(done);
    }
    result.push_str(text.get(done..).unwrap_or_default());
    result
}
