//! Growing selections in data: from the value or key to its entry, and to what is around it.

use puppet_data::{DataValue, ValueKind};
use puppet_db::{Db, File};
use puppet_semantic::hiera::document::document_of;
use puppet_text::{TextRange, TextSize};

/// The ranges around a place, the innermost first.
pub(crate) fn ranges(db: &dyn Db, file: File, offset: TextSize) -> Vec<TextRange> {
    let text = &**file.text(db);
    let mut ranges = Vec::new();
    around(&document_of(db, file).root, text, offset, &mut ranges);
    ranges.reverse();
    ranges
}

fn around(value: &DataValue, text: &str, offset: TextSize, ranges: &mut Vec<TextRange>) {
    let range = trimmed(text, value.range);
    ranges.push(range);
    match &value.kind {
        ValueKind::Mapping(entries) => {
            for entry in entries {
                let all = trimmed(text, entry.key_range.cover(entry.value.range));
                if all.contains_inclusive(offset) {
                    ranges.push(all);
                    if entry.key_range.contains_inclusive(offset) {
                        ranges.push(entry.key_range);
                        ranges.extend(inside_quotes(text, entry.key_range));
                    } else {
                        around(&entry.value, text, offset, ranges);
                    }
                    return;
                }
            }
        }
        ValueKind::Sequence(elements) => {
            let here = |it: &&DataValue| trimmed(text, it.range).contains_inclusive(offset);
            if let Some(element) = elements.iter().find(here) {
                around(element, text, offset, ranges);
            }
        }
        ValueKind::Scalar(_) => ranges.extend(inside_quotes(text, range)),
    }
}

/// Without the spaces and line ends at the end.
fn trimmed(text: &str, range: TextRange) -> TextRange {
    let written = text.get(std::ops::Range::<usize>::from(range));
    let written = written.unwrap_or_default().trim_end();
    TextRange::at(range.start(), TextSize::of(written))
}

fn inside_quotes(text: &str, range: TextRange) -> Option<TextRange> {
    let written = text.get(std::ops::Range::<usize>::from(range))?;
    let inner = ['\'', '"']
        .iter()
        .find_map(|quote| written.strip_prefix(*quote)?.strip_suffix(*quote))?;
    Some(TextRange::at(
        range.start() + TextSize::new(1),
        TextSize::of(inner),
    ))
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::cursor;

    fn selected(data: &str) -> Vec<String> {
        let (analysis, position) = cursor(&format!(
            "#- /data/a.yaml\n{data}\n#- /environment.conf\n#- /hiera.yaml\nversion: 5\nhierarchy: [{{name: a, path: a.yaml}}]\n"
        ));
        let text = analysis.text(position.file).expect("not cancelled");
        let ranges = analysis.selection_ranges(position).expect("not cancelled");
        ranges.iter().map(|it| text[*it].to_owned()).collect()
    }

    #[test]
    fn selections_grow_from_values_to_the_file() {
        let all = "a:\n  b: 'c'\n  d: [1, 2]\n";
        assert_eq!(
            selected("a:\n  b: 'c$0'\n  d: [1, 2]"),
            [
                "c",
                "'c'",
                "b: 'c'",
                "b: 'c'\n  d: [1, 2]",
                all.trim_end(),
                all
            ]
        );
        assert_eq!(
            selected("a:\n  b: 'c'\n  d: [1, 2$0]")[..3],
            ["2", "[1, 2]", "d: [1, 2]"]
        );
        assert_eq!(selected("a$0: 1")[..2], ["a", "a: 1"]);
    }

    #[test]
    fn incomplete_data() {
        assert_eq!(selected("a: b$0\nc")[..2], ["b", "a: b"]);
        assert!(!selected("a: [b$0").is_empty());
    }
}
