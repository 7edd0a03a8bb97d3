//! Frames: the lines around a range, cut where they are long.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Snippet};
use puppet_text::{TextRange, TextSize, floor_char_boundary};

use super::byte_range;

/// So many columns of a line are shown. Of longer lines, those around the place.
pub(super) const MAX_COLUMNS: usize = 160;

/// So many columns are shown before the place in a line that is cut.
const COLUMNS_BEFORE: usize = 40;

/// Stands for what is cut off.
const ELLIPSIS: char = '…';

/// The lines around a range.
pub(super) struct Frame<'a> {
    /// The lines, as they are shown.
    pub(super) text: Cow<'a, str>,
    /// The number of the first line, from 1.
    pub(super) line: usize,
    /// The first byte of the lines in the file.
    start: usize,
    /// Where each line is in the file and in the text, if lines are cut.
    cuts: Vec<Cut>,
    /// The line and column of the place, both from 1.
    position: (usize, usize),
}

/// What is left of a line.
struct Cut {
    /// The part that is shown, in bytes of the file.
    kept: Range<usize>,
    /// Where it starts in the text of the frame.
    at: usize,
}

impl<'a> Frame<'a> {
    /// The lines of a range in a text. If some are long, what is shown of them is around the start of a place.
    pub(super) fn new(text: &'a str, range: TextRange, place: TextRange) -> Frame<'a> {
        let range = byte_range(range, text);
        let place = byte_range(place, text).start;
        let start = line_start(text, range.start);
        let end = text.get(range.end..).and_then(|after| after.find('\n'));
        let end = end.map_or(text.len(), |at| range.end + at);
        let line = 1 + line_breaks(text, 0..start);
        let lines = text.get(start..end).unwrap_or_default();
        let column_start = line_start(text, place);
        let column = text.get(column_start..place).unwrap_or_default().chars();
        let column = column.count();
        let mut frame = Frame {
            text: Cow::Borrowed(lines),
            line,
            start,
            cuts: Vec::new(),
            position: (line + line_breaks(text, start..place), column + 1),
        };
        if lines
            .split('\n')
            .any(|line| columns(line, MAX_COLUMNS).end < line.len())
        {
            frame.cut(lines, column.saturating_sub(COLUMNS_BEFORE));
        }
        frame
    }

    /// Whether some of its lines are not shown to their ends.
    pub(super) fn is_cut(&self) -> bool {
        !self.cuts.is_empty()
    }

    /// Leaves the columns from `first` on.
    fn cut(&mut self, lines: &str, first: usize) {
        let (mut text, mut offset) = (String::new(), 0);
        for line in lines.split('\n') {
            let skipped = columns(line, first).end;
            let rest = line.get(skipped..).unwrap_or_default();
            let kept = columns(rest, MAX_COLUMNS).end;
            text.extend((skipped > 0).then_some(ELLIPSIS));
            let from = self.start + offset + skipped;
            self.cuts.push(Cut {
                kept: from..from + kept,
                at: text.len(),
            });
            text.push_str(rest.get(..kept).unwrap_or_default());
            text.extend((kept < rest.len()).then_some(ELLIPSIS));
            text.push('\n');
            offset += line.len() + 1;
        }
        text.pop();
        self.text = Cow::Owned(text);
    }

    /// Adds the frame with its marks to a group. A frame that is cut is a group of its own, because the columns of the
    /// position are those of the whole line.
    pub(super) fn add_to(
        &self,
        group: Group<'a>,
        name: Cow<'a, str>,
        marks: impl IntoIterator<Item = Annotation<'a>>,
    ) -> Vec<Group<'a>> {
        let snippet = Snippet::source(self.text.clone()).line_start(self.line);
        let snippet = snippet.annotations(marks);
        if !self.is_cut() {
            return vec![group.element(snippet.path(name))];
        }
        let (line, column) = self.position;
        let origin = Origin::path(name).line(line).char_column(column);
        let frame = Group::with_level(Level::NOTE).element(snippet);
        vec![group.element(origin), frame]
    }

    /// A mark at a range.
    pub(super) fn mark<'b>(&self, kind: AnnotationKind, range: TextRange) -> Annotation<'b> {
        kind.span(self.local(range))
    }

    /// The range within the frame.
    pub(super) fn local(&self, range: TextRange) -> Range<usize> {
        self.local_offset(range.start())..self.local_offset(range.end())
    }

    fn local_offset(&self, offset: TextSize) -> usize {
        let offset = usize::from(offset);
        let next = self.cuts.partition_point(|cut| cut.kept.start <= offset);
        let cut = next.checked_sub(1).and_then(|index| self.cuts.get(index));
        let offset = match cut {
            Some(cut) => cut.at + offset.min(cut.kept.end) - cut.kept.start,
            None if self.is_cut() => 0,
            None => offset.saturating_sub(self.start),
        };
        floor_char_boundary(&self.text, offset)
    }
}

/// The first columns of a line, in bytes.
fn columns(line: &str, count: usize) -> Range<usize> {
    0..line
        .char_indices()
        .nth(count)
        .map_or(line.len(), |(at, _)| at)
}

/// The first byte of the line of a byte.
fn line_start(text: &str, byte: usize) -> usize {
    let before = text.get(..byte).and_then(|before| before.rfind('\n'));
    before.map_or(0, |at| at + 1)
}

fn line_breaks(text: &str, range: Range<usize>) -> usize {
    let bytes = text.as_bytes().get(range).unwrap_or_default();
    bytes.iter().filter(|byte| **byte == b'\n').count()
}
