//! SARIF 2.1.0: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.

use std::io::{self, Write};

use puppet_db::{File, FilePlace};
use puppet_diagnostics::{Diagnostic, Edit, Fix, Rule, Severity, Strictness};
use serde_json::{Value, json};

use crate::check::report::Report;
use crate::paths::uri;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What relative paths are relative to.
const BASE: &str = "SRCROOT";

pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut rules: Vec<&Rule> = report.diagnostics.iter().map(|it| it.rule).collect();
    rules.sort_unstable_by_key(|rule| rule.code);
    rules.dedup();
    let results = report.diagnostics.iter().zip(report.fingerprints());
    let results = results.map(|(it, fingerprint)| result(report, it, &rules, &fingerprint));
    let directory = uri(&report.directory.path().to_string_lossy());
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "puppet-analyzer",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules.iter().map(|rule| descriptor(rule)).collect::<Value>(),
            }},
            "originalUriBaseIds": { BASE: { "uri": format!("file://{directory}/") } },
            "columnKind": "unicodeCodePoints",
            "results": results.collect::<Value>(),
        }],
    });
    writeln!(out, "{document:#}")
}

fn descriptor(rule: &Rule) -> Value {
    let level = rule.severity(Strictness::Standard);
    let page = rule.explanation();
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": { "text": rule.summary },
        "fullDescription": { "text": rule.summary },
        "help": { "text": page, "markdown": page },
        "helpUri": rule.page_url(),
        "defaultConfiguration": { "level": level.map_or("none", self::level) },
    })
}

fn result(
    report: &Report<'_>,
    diagnostic: &Diagnostic<FilePlace>,
    rules: &[&Rule],
    fingerprint: &str,
) -> Value {
    let help = diagnostic.help.iter().map(|help| format!("\n{help}"));
    let text: String = std::iter::once(diagnostic.message.clone())
        .chain(help)
        .collect();
    let related = diagnostic.related.iter().enumerate().map(|(id, related)| {
        let location = physical_location(report, &related.place);
        json!({ "id": id, "physicalLocation": location, "message": { "text": related.message } })
    });
    let fixes = diagnostic.fixes.iter().filter(|fix| !fix.edits.is_empty());
    let fixes = fixes.map(|it| fix(report, it));
    json!({
        "ruleId": diagnostic.code(),
        "ruleIndex": rules.binary_search_by_key(&diagnostic.code(), |rule| rule.code).ok(),
        "level": level(diagnostic.severity),
        "message": { "text": text },
        "locations": [{ "physicalLocation": physical_location(report, &diagnostic.place) }],
        "relatedLocations": related.collect::<Value>(),
        "fixes": fixes.collect::<Value>(),
        "partialFingerprints": { "puppetAnalyzer/v1": fingerprint },
    })
}

fn fix(report: &Report<'_>, fix: &Fix<FilePlace>) -> Value {
    let by_file = fix
        .edits
        .chunk_by(|one, other| one.place.file == other.place.file);
    let changes = by_file.filter_map(|edits| {
        let file = edits.first()?.place.file;
        let replacements = edits.iter().map(|it| replacement(report, it));
        Some(json!({
            "artifactLocation": artifact_location(report, file),
            "replacements": replacements.collect::<Value>(),
        }))
    });
    json!({
        "description": { "text": fix.title },
        "artifactChanges": changes.collect::<Value>(),
    })
}

fn replacement(report: &Report<'_>, edit: &Edit<FilePlace>) -> Value {
    json!({
        "deletedRegion": region(report, &edit.place),
        "insertedContent": { "text": edit.text },
    })
}

fn physical_location(report: &Report<'_>, place: &FilePlace) -> Value {
    json!({
        "artifactLocation": artifact_location(report, place.file),
        "region": region(report, place),
    })
}

fn artifact_location(report: &Report<'_>, file: File) -> Value {
    let name = report.name(file);
    match std::path::Path::new(&name).is_absolute() {
        true => json!({ "uri": format!("file://{}", uri(&name)) }),
        false => json!({ "uri": uri(&name), "uriBaseId": BASE }),
    }
}

fn region(report: &Report<'_>, place: &FilePlace) -> Value {
    let at = report.location(place);
    json!({
        "startLine": at.line,
        "startColumn": at.column,
        "endLine": at.end_line,
        "endColumn": at.end_column,
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "note",
    }
}
