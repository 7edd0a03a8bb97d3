//! Diagnostics as text, in the style of rustc.

use std::borrow::Cow;
use std::io::{self, Write};

use puppet_db::File;
use puppet_diagnostics::render::{Renderer, SourceTexts};
use rustc_hash::FxHashMap;

use crate::check::report::Report;
use puppet_text::count;

/// So many diagnostics of a rule are printed for a file.
const MAX_PER_RULE: usize = 100;

/// Prints each diagnostic with its source frame. Of a rule with many diagnostics in a file, the first are printed.
pub fn write(report: &Report<'_>, coloured: bool, out: &mut dyn Write) -> io::Result<()> {
    let renderer = match coloured {
        true => Renderer::coloured(),
        false => Renderer::plain(),
    };
    for (file, diagnostics) in report.group_by_file() {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for diagnostic in diagnostics {
            let number = counts.entry(diagnostic.code()).or_default();
            *number += 1;
            if *number <= MAX_PER_RULE {
                writeln!(out, "{}\n", renderer.render(diagnostic, &Texts(report)))?;
            }
        }
        let mut left: Vec<(&str, usize)> = counts
            .into_iter()
            .filter_map(|(code, number)| Some((code, number.checked_sub(MAX_PER_RULE)?)))
            .filter(|(_, left)| *left > 0)
            .collect();
        left.sort_unstable();
        for (code, left) in left {
            let diagnostics = count(left, "diagnostic");
            let name = report.name(file);
            writeln!(
                out,
                "note: {name}: {diagnostics} more of {code} not shown\n"
            )?;
        }
    }
    Ok(())
}

struct Texts<'a>(&'a Report<'a>);

impl SourceTexts<File> for Texts<'_> {
    fn name(&self, file: &File) -> Cow<'_, str> {
        self.0.name(*file).into()
    }

    fn text(&self, file: &File) -> Option<&str> {
        Some(file.text(self.0.db))
    }
}
