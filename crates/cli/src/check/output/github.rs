//! Commands of GitHub Actions, which annotate the changed files:
//! <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>.

use std::io::{self, Write};
use std::path::Path;

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Severity};

use super::concise::one_line;
use crate::check::report::Report;

pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let workspace = std::env::var_os("GITHUB_WORKSPACE");
    let workspace = workspace.as_deref().map(Path::new);
    for diagnostic in &report.diagnostics {
        let name = name(report, diagnostic, workspace);
        writeln!(out, "{}", command(report, diagnostic, &name))?;
    }
    Ok(())
}

/// The path of a file for GitHub, which knows paths in its workspace.
fn name(
    report: &Report<'_>,
    diagnostic: &Diagnostic<FilePlace>,
    workspace: Option<&Path>,
) -> String {
    let path = Path::new(&**diagnostic.place.file.path(report.db));
    match workspace.and_then(|workspace| path.strip_prefix(workspace).ok()) {
        Some(path) => path.display().to_string(),
        None => report.name(diagnostic.place.file),
    }
}

fn command(report: &Report<'_>, diagnostic: &Diagnostic<FilePlace>, name: &str) -> String {
    let at = report.location(&diagnostic.place);
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "notice",
    };
    // Columns count only within one line.
    let columns = match at.line == at.end_line {
        true => format!(",col={},endColumn={}", at.column, at.end_column),
        false => String::new(),
    };
    let title = format!("{} {}", diagnostic.code(), diagnostic.rule.name);
    let message = one_line(&diagnostic.message);
    let position = format!("{name}:{}:{}", at.line, at.column);
    let help = diagnostic.help.as_deref().map(one_line);
    let help = help.map_or_else(String::new, |help| format!("\n{help}"));
    format!(
        "::{level} file={},line={},endLine={}{columns},title={}::{}",
        property(name),
        at.line,
        at.end_line,
        property(&title),
        data(&format!(
            "{position}: {}: {message}{help}",
            diagnostic.code()
        )),
    )
}

fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D");
    text.replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
