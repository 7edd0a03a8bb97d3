//! The last line, which counts.

use puppet_text::count;

/// What the last line counts beside diagnostics.
#[derive(Debug, Default)]
pub struct Counts {
    /// The files that were checked.
    pub files: usize,
    /// The diagnostics that `--fix` fixes.
    pub fixable: usize,
    /// The files that settings, the command line or Git leave out.
    pub excluded: usize,
}

/// The last line: `2 errors and 1 warning in 12 files, 3 files excluded (1 fixable with --fix)`.
pub fn summary(found: (usize, usize), counts: &Counts) -> String {
    let excluded = match counts.excluded {
        0 => None,
        number => Some(format!("{} excluded", count(number, "file"))),
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
            "1 warning in 3 files, 1 file excluded (1 fixable with --fix)"
        );
        assert_eq!(line((0, 0), (0, 0, 2)), "nothing checked: 2 files excluded");
    }
}
