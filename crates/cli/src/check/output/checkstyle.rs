//! Checkstyle XML, which many tools read.

use std::io::{self, Write};

use puppet_diagnostics::Severity;

use super::xml;
use crate::check::report::Report;

pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = xml::writer(out)?;
    let root = writer
        .create_element("checkstyle")
        .with_attribute(("version", "4.3"));
    root.write_inner_content(|writer| {
        for (file, diagnostics) in report.group_by_file() {
            let name = xml::text(&report.name(file));
            let element = writer.create_element("file");
            let element = element.with_attribute(("name", &*name));
            element.write_inner_content(|writer| {
                for diagnostic in diagnostics {
                    let at = report.location(&diagnostic.place);
                    let source = format!("puppet-analyzer.{}", diagnostic.code());
                    writer
                        .create_element("error")
                        .with_attribute(("line", &*at.line.to_string()))
                        .with_attribute(("column", &*at.column.to_string()))
                        .with_attribute(("severity", severity(diagnostic.severity)))
                        .with_attribute(("message", &*xml::text(&diagnostic.message)))
                        .with_attribute(("source", &*source))
                        .write_empty()?;
                }
                Ok(())
            })?;
        }
        Ok(())
    })?;
    writeln!(writer.into_inner())
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "info",
    }
}
