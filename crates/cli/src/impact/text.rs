//! The report as lines.

use std::io::{self, Write};

use super::{ImpactReport, PlaceWriter, reason};

/// Writes the groups, and how interfaces differ.
pub(super) fn write(
    out: &mut dyn Write,
    report: &ImpactReport,
    places: &PlaceWriter<'_>,
) -> io::Result<()> {
    for (title, affected) in report.groups() {
        writeln!(out, "{title} ({})", affected.len())?;
        for one in affected {
            let name = &one.key.name;
            let place = one.place.as_ref().map(|place| places.show(place));
            let place = place.map_or_else(String::new, |place| format!("  {place}"));
            let name = if name.is_empty() {
                "of the environment"
            } else {
                name
            };
            writeln!(out, "  {name}{place}: {}", reason(one))?;
        }
    }
    for (title, changes) in report.interface_groups() {
        writeln!(out, "{title} changes of interfaces ({})", changes.len())?;
        for change in changes {
            writeln!(out, "  {}: {}", change.subject, change.message)?;
        }
    }
    if report.affected.is_empty() && report.interface.is_empty() {
        writeln!(out, "Nothing that Puppet evaluates differs")?;
    }
    Ok(())
}
