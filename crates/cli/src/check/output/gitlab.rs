//! A code quality report of GitLab: <https://docs.gitlab.com/ci/testing/code_quality/>.

use std::io::{self, Write};

use puppet_diagnostics::Severity;
use serde_json::{Value, json};

use crate::check::report::Report;

pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let issues = report.diagnostics.iter().zip(report.fingerprints());
    let issues = issues.map(|(diagnostic, fingerprint)| {
        let at = report.location(&diagnostic.place);
        json!({
            "description": format!("{}: {}", diagnostic.code(), diagnostic.message),
            "check_name": diagnostic.rule.name,
            "fingerprint": fingerprint,
            "severity": severity(diagnostic.severity),
            "location": {
                "path": report.name(diagnostic.place.file).replace('\\', "/"),
                "lines": { "begin": at.line, "end": at.end_line },
                "positions": {
                    "begin": { "line": at.line, "column": at.column },
                    "end": { "line": at.end_line, "column": at.end_column },
                },
            },
        })
    });
    writeln!(out, "{:#}", issues.collect::<Value>())
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
        Severity::Info | Severity::Hint => "info",
    }
}
