//! One line for each diagnostic: `path:line:column: error[T201]: message`.

use std::io::{self, Write};

use crate::check::report::Report;

pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    for diagnostic in &report.diagnostics {
        let at = report.location(&diagnostic.place);
        writeln!(
            out,
            "{}:{}:{}: {}[{}]: {}",
            report.name(diagnostic.place.file),
            at.line,
            at.column,
            diagnostic.severity,
            diagnostic.code(),
            one_line(&diagnostic.message)
        )?;
    }
    Ok(())
}

/// A message without line breaks.
pub fn one_line(message: &str) -> String {
    message.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}
