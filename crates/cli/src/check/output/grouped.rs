//! One line for each diagnostic, below the name of its file.

use std::io::{self, Write};

use super::concise::one_line;
use crate::check::report::Report;

pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    for (file, diagnostics) in report.group_by_file() {
        writeln!(out, "{}:", report.name(file))?;
        for diagnostic in diagnostics {
            let at = report.location(&diagnostic.place);
            let position = format!("{}:{}", at.line, at.column);
            let severity = diagnostic.severity.as_str();
            let (code, message) = (diagnostic.code(), one_line(&diagnostic.message));
            writeln!(out, "  {position:>7}  {severity:7}  {code}  {message}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
