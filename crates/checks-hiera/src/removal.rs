//! Removal of whole lines of YAML, as fixes do it.

use puppet_data::DataEntry;
use puppet_db::{File, FilePlace};
use puppet_diagnostics::{Edit, Place};
use puppet_text::{TextRange, TextSize};

use crate::data_context::DataContext;

/// The edit that removes an entry of a data file; none where other things stand on its lines.
pub(crate) fn without_entry(data: &DataContext<'_>, entry: &DataEntry) -> Option<Edit<FilePlace>> {
    let range = entry.key_range.cover(entry.value.range);
    let lines = whole_lines(data.file.text(data.db), range)?;
    Some(Edit {
        place: data.place(lines),
        text: String::new(),
    })
}

/// The edit that removes an element of a block sequence, with its dash.
pub(crate) fn without_element(
    file: File,
    text: &str,
    element: TextRange,
) -> Option<Edit<FilePlace>> {
    let before = text.get(..usize::from(element.start()))?;
    let dash = before.trim_end_matches(' ').strip_suffix('-')?.len();
    let range = TextRange::new(TextSize::try_from(dash).ok()?, element.end());
    Some(Edit {
        place: Place::new(file, whole_lines(text, range)?),
        text: String::new(),
    })
}

/// The lines of a range; none if there is something else on them than a comment at their end.
fn whole_lines(text: &str, range: TextRange) -> Option<TextRange> {
    let before = text.get(..usize::from(range.start()))?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    // The range of a block may end with its last line.
    let end = usize::from(range.end());
    let rest = text.get(end..)?;
    let line = match text.get(..end)?.ends_with('\n') {
        true => "",
        false => rest.split_inclusive('\n').next().unwrap_or_default(),
    };
    let is_alone = text.get(start..before.len())?.trim().is_empty();
    let is_last = line.trim().is_empty() || line.trim_start().starts_with('#');
    let end = TextSize::try_from(end + line.len()).ok()?;
    (is_alone && is_last)
        .then(|| TextRange::new(TextSize::try_from(start).unwrap_or_default(), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_of_their_own_are_removed() {
        for (text, part, left) in [
            ("a: 1\nb: 2 # why\nc: 3\n", "b: 2", Some("a: 1\nc: 3\n")),
            ("a: 1\nb:\n  - 2\n", "b:\n  - 2\n", Some("a: 1\n")),
            ("a: 1\nb: 2", "b: 2", Some("a: 1\n")),
            ("{a: 1, b: 2}\n", "b: 2", None),
            ("{a: 1,\nb: 2}\n", "b: 2", None),
        ] {
            let at = text.find(part).expect("the part");
            let start = TextSize::try_from(at).expect("a small text");
            let range = TextRange::at(start, TextSize::of(part));
            let lines = whole_lines(text, range);
            let found = lines.map(|lines| {
                let (before, after) = (usize::from(lines.start()), usize::from(lines.end()));
                format!("{}{}", &text[..before], &text[after..])
            });
            assert_eq!(found.as_deref(), left, "{text}");
        }
    }
}
