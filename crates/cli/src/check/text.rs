//! Findings as text, in the look of rustc.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use puppet_db::File;
use puppet_diagnostics::Diagnostic;
use puppet_diagnostics::render::{Renderer, Sources};
use puppet_semantic::RootDatabase;

use crate::paths::WorkingDirectory;

/// Prints each finding with its source frame.
pub fn print(
    db: &RootDatabase,
    directory: &WorkingDirectory,
    findings: &mut dyn Iterator<Item = &Diagnostic<File>>,
    coloured: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let renderer = if coloured {
        Renderer::coloured()
    } else {
        Renderer::plain()
    };
    let sources = Texts { db, directory };
    for finding in findings {
        writeln!(out, "{}\n", renderer.render(finding, &sources))?;
    }
    Ok(())
}

/// The last line: `2 errors and 1 warning in 12 files (--fix mends 1)`.
pub fn summary(found: (usize, usize), files: usize, mendable: usize) -> String {
    let found = match found {
        (0, 0) => "no errors".to_owned(),
        (errors, 0) => count(errors, "error"),
        (0, warnings) => count(warnings, "warning"),
        (errors, warnings) => format!(
            "{} and {}",
            count(errors, "error"),
            count(warnings, "warning")
        ),
    };
    let mends = match mendable {
        0 => String::new(),
        number => format!(" (--fix mends {number})"),
    };
    format!("{found} in {}{mends}", count(files, "file"))
}

fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

struct Texts<'a> {
    db: &'a RootDatabase,
    directory: &'a WorkingDirectory,
}

impl Sources<File> for Texts<'_> {
    fn name(&self, file: &File) -> Cow<'_, str> {
        self.directory
            .relative(Path::new(&**file.path(self.db)))
            .display()
            .to_string()
            .into()
    }

    fn text(&self, file: &File) -> Option<&str> {
        Some(file.text(self.db))
    }
}

#[cfg(test)]
mod tests {
    use super::summary;

    #[test]
    fn the_last_line_counts() {
        assert_eq!(summary((0, 0), 1, 0), "no errors in 1 file");
        assert_eq!(
            summary((1, 2), 3, 2),
            "1 error and 2 warnings in 3 files (--fix mends 2)"
        );
    }
}
