//! Findings as JSON, one object a line.

use std::io::{self, Write};

use puppet_db::{File, line_index};
use puppet_diagnostics::{Diagnostic, Place};
use puppet_semantic::RootDatabase;
use puppet_text::{Column, TextSize};
use serde_json::{Value, json};

use super::paths::WorkingDirectory;

/// Prints each finding as one line. Lines and columns start with 1 and count characters.
pub fn print(
    db: &RootDatabase,
    directory: &WorkingDirectory,
    findings: &[Diagnostic<File>],
    out: &mut impl Write,
) -> io::Result<()> {
    let places = Places { db, directory };
    for finding in findings {
        writeln!(out, "{}", places.finding(finding))?;
    }
    Ok(())
}

struct Places<'a> {
    db: &'a RootDatabase,
    directory: &'a WorkingDirectory,
}

impl Places<'_> {
    fn finding(&self, finding: &Diagnostic<File>) -> Value {
        let (line, column) = self.position(finding.place.file, finding.place.range.start());
        let (end_line, end_column) = self.position(finding.place.file, finding.place.range.end());
        let related: Vec<Value> = finding
            .related
            .iter()
            .map(|related| self.related(&related.place, &related.message))
            .collect();
        json!({
            "file": self.name(finding.place.file),
            "line": line,
            "column": column,
            "end_line": end_line,
            "end_column": end_column,
            "severity": finding.severity.as_str(),
            "code": finding.code(),
            "message": finding.message,
            "related": related,
        })
    }

    fn related(&self, place: &Place<File>, message: &str) -> Value {
        let (line, column) = self.position(place.file, place.range.start());
        json!({ "file": self.name(place.file), "line": line, "column": column, "message": message })
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
