//! Diagnostics as JSON, one object a line.

use std::io::{self, Write};

use puppet_db::{File, line_index};
use puppet_diagnostics::{Diagnostic, Edit, Fix, Place, Safety};
use puppet_ide::FixProvider;
use puppet_semantic::RootDatabase;
use puppet_text::{Column, TextSize};
use serde_json::{Value, json};

use crate::paths::WorkingDirectory;

/// Prints each diagnostic as one line. Lines and columns start with 1 and count characters.
pub fn print(
    db: &RootDatabase,
    directory: &WorkingDirectory,
    (diagnostics, fixer): (&[Diagnostic<File>], &FixProvider),
    out: &mut impl Write,
) -> io::Result<()> {
    let places = Places {
        db,
        directory,
        fixer,
    };
    for diagnostic in diagnostics {
        writeln!(out, "{}", places.diagnostic(diagnostic))?;
    }
    Ok(())
}

struct Places<'a> {
    db: &'a RootDatabase,
    directory: &'a WorkingDirectory,
    fixer: &'a FixProvider,
}

impl Places<'_> {
    fn diagnostic(&self, diagnostic: &Diagnostic<File>) -> Value {
        let (line, column) = self.position(diagnostic.place.file, diagnostic.place.range.start());
        let (end_line, end_column) =
            self.position(diagnostic.place.file, diagnostic.place.range.end());
        let related: Vec<Value> = diagnostic
            .related
            .iter()
            .map(|related| self.related(&related.place, &related.message))
            .collect();
        let fixes = diagnostic.fixes.iter().map(|fix| self.fix(fix));
        let creation = self.fixer.creation(self.db, diagnostic);
        let creation = creation.map(|(title, path)| self.creation(&title, &path));
        let fixes: Vec<Value> = fixes.chain(creation).collect();
        json!({
            "file": self.name(diagnostic.place.file),
            "line": line,
            "column": column,
            "end_line": end_line,
            "end_column": end_column,
            "severity": diagnostic.severity.as_str(),
            "code": diagnostic.code(),
            "name": diagnostic.rule.name,
            "message": diagnostic.message,
            "help": diagnostic.help,
            "related": related,
            "fixes": fixes,
        })
    }

    fn related(&self, place: &Place<File>, message: &str) -> Value {
        let (line, column) = self.position(place.file, place.range.start());
        json!({ "file": self.name(place.file), "line": line, "column": column, "message": message })
    }

    fn fix(&self, fix: &Fix<File>) -> Value {
        let edits: Vec<Value> = fix.edits.iter().map(|edit| self.edit(edit)).collect();
        json!({ "title": fix.title, "safety": fix.safety.as_str(), "edits": edits })
    }

    /// An empty file that is to be made and filled in.
    fn creation(&self, title: &str, path: &str) -> Value {
        let file = self.directory.relative(std::path::Path::new(path));
        json!({
            "title": title,
            "safety": Safety::Placeholder.as_str(),
            "edits": [],
            "creates": [file.display().to_string()],
        })
    }

    fn edit(&self, edit: &Edit<File>) -> Value {
        let (line, column) = self.position(edit.place.file, edit.place.range.start());
        let (end_line, end_column) = self.position(edit.place.file, edit.place.range.end());
        json!({
            "file": self.name(edit.place.file),
            "line": line,
            "column": column,
            "end_line": end_line,
            "end_column": end_column,
            "text": edit.text,
        })
    }

    fn name(&self, file: File) -> String {
        self.directory
            .relative(std::path::Path::new(&**file.path(self.db)))
            .display()
            .to_string()
    }

    fn position(&self, file: File, offset: TextSize) -> (u32, u32) {
        let at = line_index(self.db, file).line_col(offset, Column::Chars);
        (at.line + 1, at.col + 1)
    }
}
