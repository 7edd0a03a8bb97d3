//! From gaps to edits: only what changes.

use puppet_syntax::{TextRange, TextSize};

use crate::lines::Gap;
use crate::token_gaps::TokenRow;

/// A replacement of a part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatEdit {
    /// What is replaced, in bytes; empty for an insertion.
    pub range: TextRange,
    /// What stands there afterwards.
    pub text: String,
}

/// The edits that make the gaps what they shall be, in the order of the text.
pub(crate) fn edits(row: &TokenRow<'_>, gaps: &[Gap], commas: &[usize]) -> Vec<FormatEdit> {
    let mut commas = commas.iter().copied().peekable();
    let mut edits = Vec::new();
    let mut wanted = String::new();
    for (token, gap) in gaps.iter().enumerate() {
        wanted.clear();
        if commas.next_if(|it| it + 1 == token).is_some() {
            wanted.push(',');
        }
        let found = row.gap_text(token);
        match *gap {
            Gap::Kept => wanted.push_str(found),
            Gap::Spaces(spaces) => push_spaces(&mut wanted, spaces),
            Gap::Breaks(breaks, spaces) => {
                push_breaks(&mut wanted, row, found, breaks);
                push_spaces(&mut wanted, spaces);
            }
        }
        if wanted != found {
            edits.push(difference(row.gap(token).start, found, &wanted));
        }
    }
    edits
}

fn push_spaces(text: &mut String, count: usize) {
    text.extend(std::iter::repeat_n(' ', count));
}

/// Adds line breaks as they are found, and then as the first one of the text.
fn push_breaks(wanted: &mut String, row: &TokenRow<'_>, found: &str, count: usize) {
    let kind = |line: &str| if line.ends_with('\r') { "\r\n" } else { "\n" };
    let (lines, _) = found.rsplit_once('\n').unwrap_or_default();
    let mut kinds = lines
        .split('\n')
        .map(kind)
        .take(found.matches('\n').count());
    for _ in 0..count {
        let first = || {
            row.text
                .split_once('\n')
                .map_or("\n", |(line, _)| kind(line))
        };
        wanted.push_str(kinds.next().unwrap_or_else(first));
    }
}

/// The smallest replacement that makes one text of another.
fn difference(at: usize, found: &str, wanted: &str) -> FormatEdit {
    let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs
            .take_while(|(a, b)| a == b)
            .map(|(a, _)| a.len_utf8())
            .sum()
    };
    let before = same(&mut found.chars().zip(wanted.chars()));
    let (found_rest, wanted_rest) = (found.get(before..), wanted.get(before..));
    let (found_rest, wanted_rest) = (
        found_rest.unwrap_or_default(),
        wanted_rest.unwrap_or_default(),
    );
    let after = same(&mut found_rest.chars().rev().zip(wanted_rest.chars().rev()));
    let start = at + before;
    let end = at + found.len() - after;
    let text = wanted_rest
        .get(..wanted_rest.len() - after)
        .unwrap_or_default();
    FormatEdit {
        range: TextRange::new(size(start), size(end)),
        text: text.to_owned(),
    }
}

fn size(offset: usize) -> TextSize {
    TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX))
}

/// The text after edits, which stand in order and do not overlap.
#[must_use]
pub fn apply(text: &str, edits: &[FormatEdit]) -> String {
    let mut result = String::with_capacity(text.len() + 64);
    let mut done = 0;
    for edit in edits {
        result.push_str(
            text.get(done..edit.range.start().into())
                .unwrap_or_default(),
        );
        result.push_str(&edit.text);
        done = edit.range.end().into();
    }
    result.push_str(text.get(done..).unwrap_or_default());
    result
}
