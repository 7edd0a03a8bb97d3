//! JUnit XML: a test suite for each file, and a failed test for each diagnostic. A file without any is a passed test.

use std::collections::HashMap;
use std::io::{self, Write};

use puppet_db::{File, FilePlace};
use puppet_diagnostics::Diagnostic;
use quick_xml::Writer;
use quick_xml::events::BytesText;

use super::xml;
use crate::check::report::Report;

type Out<'a> = Writer<&'a mut dyn Write>;

pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let found: HashMap<File, &[&Diagnostic<FilePlace>]> = report.group_by_file().collect();
    let clean = report.files.iter().filter(|file| !found.contains_key(file));
    let tests = clean.clone().count() + report.diagnostics.len();
    let mut writer = xml::writer(out)?;
    let root = writer
        .create_element("testsuites")
        .with_attribute(("name", "puppet-analyzer"))
        .with_attribute(("tests", &*tests.to_string()))
        .with_attribute(("failures", &*report.diagnostics.len().to_string()))
        .with_attribute(("errors", "0"));
    root.write_inner_content(|writer| {
        for file in clean {
            suite(report, *file, &[], writer)?;
        }
        for (file, diagnostics) in report.group_by_file() {
            suite(report, file, diagnostics, writer)?;
        }
        Ok(())
    })?;
    writeln!(writer.into_inner())
}

/// The test suite of a file.
fn suite(
    report: &Report<'_>,
    file: File,
    diagnostics: &[&Diagnostic<FilePlace>],
    writer: &mut Out<'_>,
) -> io::Result<()> {
    let name = xml::text(&report.name(file));
    let suite = writer
        .create_element("testsuite")
        .with_attribute(("name", &*name))
        .with_attribute(("tests", &*diagnostics.len().max(1).to_string()))
        .with_attribute(("failures", &*diagnostics.len().to_string()))
        .with_attribute(("errors", "0"))
        .with_attribute(("skipped", "0"));
    suite.write_inner_content(|writer| {
        if diagnostics.is_empty() {
            let test = writer.create_element("testcase");
            let test = test.with_attribute(("name", &*name));
            test.with_attribute(("classname", &*name)).write_empty()?;
        }
        for diagnostic in diagnostics {
            failure(report, diagnostic, &name, writer)?;
        }
        Ok(())
    })?;
    Ok(())
}

fn failure(
    report: &Report<'_>,
    diagnostic: &Diagnostic<FilePlace>,
    name: &str,
    writer: &mut Out<'_>,
) -> io::Result<()> {
    let at = report.location(&diagnostic.place);
    let test = format!("{} {}", diagnostic.code(), diagnostic.rule.name);
    let text = format!("{name}:{}:{}: {}", at.line, at.column, diagnostic.message);
    let help = diagnostic.help.iter().map(|help| format!("\n{help}"));
    let text: String = std::iter::once(text).chain(help).collect();
    let test = writer
        .create_element("testcase")
        .with_attribute(("name", &*format!("{test} ({}:{})", at.line, at.column)))
        .with_attribute(("classname", name))
        .with_attribute(("file", name))
        .with_attribute(("line", &*at.line.to_string()));
    test.write_inner_content(|writer| {
        writer
            .create_element("failure")
            .with_attribute(("type", diagnostic.severity.as_str()))
            .with_attribute(("message", &*xml::text(&diagnostic.message)))
            .write_text_content(BytesText::new(&xml::text(&text)))?;
        Ok(())
    })?;
    Ok(())
}
