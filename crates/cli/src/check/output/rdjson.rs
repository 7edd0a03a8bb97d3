//! The Reviewdog Diagnostic Format: <https://github.com/reviewdog/reviewdog/tree/master/proto/rdf>. Columns count bytes.

use std::io::{self, Write};

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Fix, Severity};
use puppet_text::Column;
use serde_json::{Value, json};

use crate::check::report::Report;

pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let diagnostics = report.diagnostics.iter().map(|it| object(report, it));
    let document = json!({
        "source": { "name": "puppet-analyzer", "url": env!("CARGO_PKG_REPOSITORY") },
        "diagnostics": diagnostics.collect::<Value>(),
    });
    writeln!(out, "{document:#}")
}

fn object(report: &Report<'_>, diagnostic: &Diagnostic<FilePlace>) -> Value {
    let related = diagnostic.related.iter().map(|related| {
        json!({ "message": related.message, "location": location(report, &related.place) })
    });
    let help = diagnostic.help.iter().map(|help| format!("\n{help}"));
    let message: String = std::iter::once(diagnostic.message.clone())
        .chain(help)
        .collect();
    json!({
        "message": message,
        "location": location(report, &diagnostic.place),
        "severity": severity(diagnostic.severity),
        "code": { "value": diagnostic.code(), "url": diagnostic.rule.page_url() },
        "suggestions": suggestions(report, diagnostic),
        "relatedLocations": related.collect::<Value>(),
    })
}

/// The fixes that are one edit of the diagnostic's file: others cannot be written in this format.
fn suggestions(report: &Report<'_>, diagnostic: &Diagnostic<FilePlace>) -> Value {
    let edits = diagnostic.fixes.iter().filter_map(|fix: &Fix<FilePlace>| {
        let [edit] = &fix.edits[..] else { return None };
        (edit.place.file == diagnostic.place.file).then_some(edit)
    });
    let suggestions =
        edits.map(|edit| json!({ "range": range(report, &edit.place), "text": edit.text }));
    suggestions.collect()
}

fn location(report: &Report<'_>, place: &FilePlace) -> Value {
    let path = report.name(place.file).replace('\\', "/");
    json!({ "path": path, "range": range(report, place) })
}

fn range(report: &Report<'_>, place: &FilePlace) -> Value {
    let at = report.encoded_location(place, Column::Bytes);
    json!({
        "start": { "line": at.line, "column": at.column },
        "end": { "line": at.end_line, "column": at.end_column },
    })
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Info | Severity::Hint => "INFO",
    }
}
