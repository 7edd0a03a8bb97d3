//! Edits as a unified diff.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use puppet_format::{Edit, apply};
use puppet_syntax::{TextRange, TextSize};
use puppet_text::LineIndex;

/// How many lines are shown around what changes.
const CONTEXT: usize = 3;

/// Lines that change: which ones, and what they become.
struct Change {
    lines: Range<usize>,
    after: Vec<String>,
}

/// What edits change in a file, as `diff -u` shows it.
pub fn unified(path: &Path, before: &str, edits: &[Edit]) -> String {
    let lines: Vec<&str> = before.split_inclusive('\n').collect();
    let changes = changes(before, &lines, edits);
    let mut diff = format!("--- {0}\n+++ {0}\n", path.display());
    let mut moved = 0;
    let mut rest = changes.as_slice();
    while let Some(first) = rest.first() {
        let near = rest.windows(2).take_while(|pair| match pair {
            [left, right] => right.lines.start - left.lines.end <= 2 * CONTEXT,
            _ => false,
        });
        let (hunk, others) = rest.split_at(near.count() + 1);
        let last = hunk.last().unwrap_or(first);
        let start = first.lines.start.saturating_sub(CONTEXT);
        let end = (last.lines.end + CONTEXT).min(lines.len());
        write_hunk(&mut diff, &lines, start..end, hunk, &mut moved);
        rest = others;
    }
    diff
}

fn write_hunk(
    diff: &mut String,
    lines: &[&str],
    shown: Range<usize>,
    hunk: &[Change],
    moved: &mut isize,
) {
    let added: usize = hunk.iter().map(|it| it.after.len()).sum();
    let removed: usize = hunk.iter().map(|it| it.lines.len()).sum();
    let count = shown.len() + added - removed;
    let first = shown.start.saturating_add_signed(*moved);
    // An empty range is named by the line before it.
    let number = |start: usize, count: usize| start + usize::from(count > 0);
    let _ = writeln!(
        diff,
        "@@ -{},{} +{},{} @@",
        number(shown.start, shown.len()),
        shown.len(),
        number(first, count),
        count
    );
    let mut at = shown.start;
    for change in hunk {
        write_lines(
            diff,
            ' ',
            lines.get(at..change.lines.start).unwrap_or_default(),
        );
        write_lines(
            diff,
            '-',
            lines.get(change.lines.clone()).unwrap_or_default(),
        );
        write_lines(diff, '+', &change.after);
        at = change.lines.end;
    }
    write_lines(diff, ' ', lines.get(at..shown.end).unwrap_or_default());
    *moved += added.cast_signed() - removed.cast_signed();
}

fn write_lines(diff: &mut String, mark: char, lines: &[impl AsRef<str>]) {
    for line in lines {
        let line = line.as_ref();
        diff.push(mark);
        diff.push_str(line);
        if !line.ends_with('\n') {
            diff.push_str("\n\\ No newline at end of file\n");
        }
    }
}

/// The lines that edits change, in the order of the text.
fn changes(before: &str, lines: &[&str], edits: &[Edit]) -> Vec<Change> {
    let index = LineIndex::new(before);
    let last = lines.len().saturating_sub(1);
    let line = |offset: TextSize| (index.line(offset) as usize).min(last);
    let mut groups: Vec<(Range<usize>, Vec<Edit>)> = Vec::new();
    for edit in edits {
        // The line behind a line break that goes away is part of the line that remains.
        let touched = line(edit.range.start())..line(edit.range.end()) + 1;
        match groups.last_mut() {
            Some((lines, group)) if touched.start <= lines.end => {
                lines.end = touched.end.max(lines.end);
                group.push(edit.clone());
            }
            _ => groups.push((touched, vec![edit.clone()])),
        }
    }
    groups
        .into_iter()
        .map(|(touched, edits)| change(lines, touched, edits))
        .collect()
}

fn change(lines: &[&str], touched: Range<usize>, mut edits: Vec<Edit>) -> Change {
    let length = |lines: Option<&[&str]>| lines.unwrap_or_default().iter().map(|it| it.len()).sum();
    let start: usize = length(lines.get(..touched.start));
    let start = TextSize::try_from(start).unwrap_or_default();
    for edit in &mut edits {
        edit.range = TextRange::new(edit.range.start() - start, edit.range.end() - start);
    }
    let old = lines.get(touched.clone()).unwrap_or_default();
    let new = apply(&old.concat(), &edits);
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let same_start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - same_start;
    let pairs = old.iter().rev().zip(new.iter().rev()).take(rest);
    let same_end = pairs.take_while(|(a, b)| a == b).count();
    let kept = new.get(same_start..new.len() - same_end);
    Change {
        lines: touched.start + same_start..touched.end - same_end,
        after: kept
            .unwrap_or_default()
            .iter()
            .map(|&it| it.to_owned())
            .collect(),
    }
}
