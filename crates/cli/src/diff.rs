//! Edits, and other differences of texts, as a unified diff.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use puppet_format::{Edit, apply};
use puppet_syntax::{TextRange, TextSize};
use puppet_text::LineIndex;

/// Of texts with more different lines than this, all from the first to the last of them are shown.
const MOST_DIFFERENT: usize = 1000;
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
    shown(path, &lines, &changes)
}

/// How two texts of a file differ, as `diff -u` shows it.
pub fn between(path: &Path, before: &str, after: &str) -> String {
    let lines: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    shown(path, &lines, &differences(&lines, &new))
}

fn shown(path: &Path, lines: &[&str], changes: &[Change]) -> String {
    let mut diff = format!("--- {0}\n+++ {0}\n", path.display());
    let mut moved = 0;
    let mut rest = changes;
    while let Some(first) = rest.first() {
        let near = rest.windows(2).take_while(|pair| match pair {
            [left, right] => right.lines.start - left.lines.end <= 2 * CONTEXT,
            _ => false,
        });
        let (hunk, others) = rest.split_at(near.count() + 1);
        let last = hunk.last().unwrap_or(first);
        let start = first.lines.start.saturating_sub(CONTEXT);
        let end = (last.lines.end + CONTEXT).min(lines.len());
        write_hunk(&mut diff, lines, start..end, hunk, &mut moved);
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
    let (same_start, same_end) = same_ends(old, &new);
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

/// How many lines are the same at the start of two texts, and at the end of what is left.
fn same_ends(old: &[&str], new: &[&str]) -> (usize, usize) {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - start;
    let pairs = old.iter().rev().zip(new.iter().rev()).take(rest);
    (start, pairs.take_while(|(a, b)| a == b).count())
}

/// The lines that differ.
fn differences(old: &[&str], new: &[&str]) -> Vec<Change> {
    let (start, end) = same_ends(old, new);
    let old_part = old.get(start..old.len() - end).unwrap_or_default();
    let new_part = new.get(start..new.len() - end).unwrap_or_default();
    let mut changes = Vec::new();
    let (mut left, mut right) = (0, 0);
    let ends = std::iter::once((old_part.len(), new_part.len()));
    for (next_left, next_right) in kept(old_part, new_part).into_iter().chain(ends) {
        if left < next_left || right < next_right {
            let after = new_part.get(right..next_right).unwrap_or_default();
            changes.push(Change {
                lines: start + left..start + next_left,
                after: after.iter().map(|&it| it.to_owned()).collect(),
            });
        }
        (left, right) = (next_left + 1, next_right + 1);
    }
    changes
}

/// The pairs of lines that stay, by the shortest way from one text to the other (Myers, "An O(ND) Difference
/// Algorithm"): each step drops a line of the old text or takes one of the new, and lines that are the same are free.
fn kept(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let is_same = |left: usize, right: usize| old.get(left) == new.get(right);
    let is_inside = |left: usize, right: usize| left <= old.len() && right <= new.len();
    let mut reached: Vec<Row> = Vec::new();
    for steps in 0..=(old.len() + new.len()).min(MOST_DIFFERENT) {
        let mut row = Row::with_capacity(steps + 1);
        for dropped in 0..=steps {
            let right = |left: usize| (left + steps) - 2 * dropped;
            let starts = starts(reached.last(), dropped).into_iter().flatten();
            let start = starts.filter(|it| is_inside(*it, right(*it))).max();
            let end = start.map(|start| {
                let same = (start..old.len()).take_while(|it| is_same(*it, right(*it)));
                start + same.count()
            });
            row.push(start.zip(end));
            if end.is_some_and(|end| end == old.len() && right(end) == new.len()) {
                reached.push(row);
                return way_to_end(&reached, dropped);
            }
        }
        reached.push(row);
    }
    Vec::new()
}

/// For each number of lines that are dropped among so many steps: from where to where in the old text the same lines go
/// at the end of the way that gets furthest.
type Row = Vec<Option<(usize, usize)>>;

/// Where a step may lead in the old text: by taking a line of the new one, and by dropping one of the old.
fn starts(before: Option<&Row>, dropped: usize) -> [Option<usize>; 2] {
    let Some(before) = before else {
        return [Some(0), None];
    };
    let end = |dropped: usize| before.get(dropped).copied().flatten().map(|it| it.1);
    [
        end(dropped),
        dropped.checked_sub(1).and_then(end).map(|it| it + 1),
    ]
}

/// The pairs of the same lines on the way that ends with the last row.
fn way_to_end(reached: &[Row], mut dropped: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (steps, row) in reached.iter().enumerate().rev() {
        let Some((start, end)) = row.get(dropped).copied().flatten() else {
            break;
        };
        pairs.extend((start..end).rev().map(|it| (it, it + steps - 2 * dropped)));
        let before = steps.checked_sub(1).and_then(|it| reached.get(it));
        let [_, by_dropping] = starts(before, dropped);
        if by_dropping == Some(start) {
            dropped -= 1;
        }
    }
    pairs.reverse();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_lines_differ() {
        for (before, after, marks) in [
            ("abcabba", "cbabac", "-a +c  b -c  a  b -b  a +c"),
            ("abc", "abc", ""),
            ("", "ab", "+a +b"),
            ("ab", "", "-a -b"),
            ("xay", "xby", " x -a +b  y"),
            ("aXbYc", "abc", " a -X  b -Y  c"),
        ] {
            let lines = |text: &str| -> String { text.chars().map(|c| format!("{c}\n")).collect() };
            let diff = between(Path::new("x"), &lines(before), &lines(after));
            let shown: Vec<&str> = diff
                .lines()
                .skip(2)
                .filter(|it| !it.starts_with('@'))
                .collect();
            assert_eq!(shown.join(" "), marks, "{before} {after}");
        }
    }
}
