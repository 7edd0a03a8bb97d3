//! Diagnostics as text, in the style of rustc.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use puppet_db::File;
use puppet_diagnostics::Diagnostic;
use puppet_diagnostics::render::{Renderer, Sources};
use puppet_semantic::RootDatabase;

use crate::paths::WorkingDirectory;

/// Prints each diagnostic with its source frame.
pub fn print(
    db: &RootDatabase,
    directory: &WorkingDirectory,
    diagnostics: &mut dyn Iterator<Item = &Diagnostic<File>>,
    coloured: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let renderer = if coloured {
        Renderer::coloured()
    } else {
        Renderer::plain()
    };
    let sources = Texts { db, directory };
    for diagnostic in diagnostics {
        writeln!(out, "{}\n", renderer.render(diagnostic, &sources))?;
    }
    Ok(())
}

/// What the last line counts beside diagnostics.
#[derive(Debug, Default)]
pub struct Counts {
    /// The files that were checked.
    pub files: usize,
    /// The diagnostics that `--fix` fixes.
    pub fixable: usize,
    /// The files that the setting `exclude` names.
    pub excluded: usize,
}

/// The last line: `2 errors and 1 warning in 12 files, 3 files excluded by `exclude` (1 fixable with --fix)`.
pub fn summary(found: (usize, usize), counts: &Counts) -> String {
    let excluded = match counts.excluded {
        0 => None,
        number => Some(format!("{} excluded by `exclude`", count(number, "file"))),
    };
    if let (0, Some(excluded)) = (counts.files, &excluded) {
        return format!("nothing checked: {excluded}");
    }
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
    let excluded = excluded.map_or_else(String::new, |excluded| format!(", {excluded}"));
    let fixable = match counts.fixable {
        0 => String::new(),
        number => format!(" ({number} fixable with --fix)"),
    };
    format!(
        "{found} in {}{excluded}{fixable}",
        count(counts.files, "file")
    )
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
    use super::{Counts, summary};

    #[test]
    fn the_last_line_counts() {
        let line = |found, (files, fixable, excluded)| {
            summary(
                found,
                &Counts {
                    files,
                    fixable,
                    excluded,
                },
            )
        };
        assert_eq!(line((0, 0), (1, 0, 0)), "no errors in 1 file");
        assert_eq!(
            line((1, 2), (3, 2, 0)),
            "1 error and 2 warnings in 3 files (2 fixable with --fix)"
        );
        assert_eq!(
            line((0, 1), (3, 1, 1)),
            "1 warning in 3 files, 1 file excluded by `exclude` (1 fixable with --fix)"
        );
        assert_eq!(
            line((0, 0), (0, 0, 2)),
            "nothing checked: 2 files excluded by `exclude`"
        );
    }
}
