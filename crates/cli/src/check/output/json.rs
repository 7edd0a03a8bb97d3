//! Diagnostics as JSON, one object a line or as one array. Lines and columns start with 1 and count characters.

use std::io::{self, Write};

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Edit, Fix, Safety};
use serde_json::{Value, json};

use crate::check::report::Report;

/// One object a line, with or without the fixes.
pub fn write_lines(report: &Report<'_>, fixes: bool, out: &mut dyn Write) -> io::Result<()> {
    for diagnostic in &report.diagnostics {
        writeln!(out, "{}", object(report, diagnostic, fixes))?;
    }
    Ok(())
}

/// One array.
pub fn write_array(report: &Report<'_>, fixes: bool, out: &mut dyn Write) -> io::Result<()> {
    let objects = report.diagnostics.iter();
    let objects = objects.map(|diagnostic| object(report, diagnostic, fixes));
    writeln!(out, "{:#}", objects.collect::<Value>())
}

fn object(report: &Report<'_>, diagnostic: &Diagnostic<FilePlace>, with_fixes: bool) -> Value {
    let at = report.location(&diagnostic.place);
    let related = diagnostic.related.iter().map(|related| {
        let at = report.location(&related.place);
        let file = report.name(related.place.file);
        json!({ "file": file, "line": at.line, "column": at.column, "message": related.message })
    });
    let mut object = json!({
        "file": report.name(diagnostic.place.file),
        "line": at.line,
        "column": at.column,
        "end_line": at.end_line,
        "end_column": at.end_column,
        "severity": diagnostic.severity.as_str(),
        "code": diagnostic.code(),
        "name": diagnostic.rule.name,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "related": related.collect::<Value>(),
    });
    if with_fixes {
        object["fixes"] = fixes(report, diagnostic);
    }
    object
}

fn fixes(report: &Report<'_>, diagnostic: &Diagnostic<FilePlace>) -> Value {
    let creation = report.fixer.as_ref();
    let creation = creation.and_then(|fixer| fixer.creation(report.db, diagnostic));
    let creation = creation.map(|(title, path)| creation_of(report, &title, &path));
    let fixes = diagnostic.fixes.iter().map(|it| fix(report, it));
    fixes.chain(creation).collect()
}

fn fix(report: &Report<'_>, fix: &Fix<FilePlace>) -> Value {
    let edits = fix.edits.iter().map(|it| edit(report, it));
    json!({
        "title": fix.title,
        "safety": fix.safety.as_str(),
        "edits": edits.collect::<Value>(),
    })
}

/// An empty file that is to be made and filled in.
fn creation_of(report: &Report<'_>, title: &str, path: &str) -> Value {
    json!({
        "title": title,
        "safety": Safety::Placeholder.as_str(),
        "edits": [],
        "creates": [report.name_of_path(path)],
    })
}

fn edit(report: &Report<'_>, edit: &Edit<FilePlace>) -> Value {
    let at = report.location(&edit.place);
    json!({
        "file": report.name(edit.place.file),
        "line": at.line,
        "column": at.column,
        "end_line": at.end_line,
        "end_column": at.end_column,
        "text": edit.text,
    })
}
