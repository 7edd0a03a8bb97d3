//! The report as Markdown, for a review.

use std::io::{self, Write};

use super::{ImpactReport, PlaceWriter, reason};

/// Writes a folded list for each group, and how interfaces differ.
pub(super) fn write(
    out: &mut dyn Write,
    report: &ImpactReport,
    places: &PlaceWriter<'_>,
) -> io::Result<()> {
    for (title, affected) in report.groups() {
        let count = affected.len();
        writeln!(out, "<details><summary>{title} ({count})</summary>\n")?;
        for one in affected {
            let name = match &*one.key.name {
                "" => one.key.kind.describe(),
                name => name,
            };
            let place = one.place.as_ref().map(|place| places.show(place));
            let place = place.map_or_else(String::new, |place| format!(" ({place})"));
            writeln!(out, "- `{name}`{place}: {}", reason(one))?;
        }
        writeln!(out, "\n</details>\n")?;
    }
    for (title, changes) in report.interface_groups() {
        writeln!(out, "**{title} changes of interfaces**\n")?;
        for change in changes {
            writeln!(out, "- `{}`: {}", change.subject, change.message)?;
        }
        writeln!(out)?;
    }
    if report.affected.is_empty() && report.interface.is_empty() {
        writeln!(out, "Nothing that Puppet evaluates differs.")?;
    }
    Ok(())
}
