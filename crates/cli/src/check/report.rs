//! The report of a check, which all formats of output read.

use std::path::Path;

use puppet_db::RootDatabase;
use puppet_db::{File, FilePlace, line_index};
use puppet_diagnostics::Diagnostic;
use puppet_ide::FixProvider;
use puppet_text::{Column, TextSize};

use crate::paths::WorkingDirectory;

/// What a check has found.
pub struct Report<'a> {
    pub db: &'a RootDatabase,
    pub directory: &'a WorkingDirectory,
    /// The files that were checked.
    pub files: &'a [File],
    /// The diagnostics to show, those of a file together.
    pub diagnostics: Vec<&'a Diagnostic<FilePlace>>,
    /// Knows the files that fixes create; none if the diagnostics are without their fixes.
    pub fixer: Option<FixProvider>,
}

/// Where something starts and ends. Lines and columns start with 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

impl<'a> Report<'a> {
    /// The path of a file, relative to the working directory.
    pub fn name(&self, file: File) -> String {
        self.name_of_path(file.path(self.db))
    }

    /// A path relative to the working directory.
    pub fn name_of_path(&self, path: &str) -> String {
        self.directory
            .relative(Path::new(path))
            .display()
            .to_string()
    }

    /// Where a place is, with columns in characters.
    pub fn location(&self, place: &FilePlace) -> Location {
        self.encoded_location(place, Column::Chars)
    }

    /// Where a place is, with columns in a unit.
    pub fn encoded_location(&self, place: &FilePlace, unit: Column) -> Location {
        let lines = line_index(self.db, place.file);
        let position = |offset: TextSize| {
            let at = lines.line_col(offset, unit);
            (at.line + 1, at.col + 1)
        };
        let (line, column) = position(place.range.start());
        let (end_line, end_column) = position(place.range.end());
        Location {
            line,
            column,
            end_line,
            end_column,
        }
    }

    /// The diagnostics by files, in their order.
    pub fn group_by_file(&self) -> impl Iterator<Item = (File, &[&'a Diagnostic<FilePlace>])> {
        let chunks = self
            .diagnostics
            .chunk_by(|one, other| one.place.file == other.place.file);
        chunks.filter_map(|chunk| Some((chunk.first()?.place.file, chunk)))
    }
}
