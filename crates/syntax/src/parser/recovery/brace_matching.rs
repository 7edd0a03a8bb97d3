//! Brace matching by layout, in a text whose braces are not balanced.
//!
//! While all braces of a text pair up, nothing of this is used: only the grammar counts then.

use std::ops::Range;

use crate::parser::recovery::indentation::{IndentationMark, Layout, MarkKind};

/// How many open braces are looked through.
const MAX_OPEN: usize = 64;

/// Where blocks end that are never closed, and which closing braces close nothing. Tokens have numbers: those of their
/// marks in the layout, or those of significant tokens.
#[derive(Debug, Clone, Default)]
pub(crate) struct BraceMatching {
    /// By the number of an opening brace: where its block ends although no closing brace stands there.
    ends: Vec<(usize, usize)>,
    /// The numbers of braces that belong to no other: closing ones, and opening ones that were doubled.
    strays: Vec<usize>,
    /// Opening braces minus closing braces.
    pub(crate) balance: isize,
}

struct OpenBrace {
    number: usize,
    /// The number of the line on which the brace is.
    line: usize,
    /// The indentation of the line on which the brace is.
    indentation: u32,
    /// The first line after it that is not indented more than its own.
    suspect: Option<usize>,
}

impl BraceMatching {
    /// The plan for a layout, with the numbers of its marks.
    pub(crate) fn new(layout: &Layout) -> BraceMatching {
        let count = |kind| layout.marks.iter().filter(|mark| mark.kind == kind).count();
        let mut plan = BraceMatching {
            balance: count(MarkKind::Open).wrapping_sub(count(MarkKind::Close)) as isize,
            ..BraceMatching::default()
        };
        if plan.balance != 0 {
            plan.match_all(&layout.marks);
        }
        plan
    }

    /// The plan with other numbers; nothing if one of its tokens has none. `end` is that of the end of the text.
    pub(crate) fn renumber(
        &self,
        number: impl Fn(usize) -> Option<usize>,
    ) -> Option<BraceMatching> {
        let pair = |(open, end): &(usize, usize)| Some((number(*open)?, number(*end)?));
        Some(BraceMatching {
            ends: self.ends.iter().map(pair).collect::<Option<_>>()?,
            strays: self
                .strays
                .iter()
                .map(|it| number(*it))
                .collect::<Option<_>>()?,
            balance: self.balance,
        })
    }

    /// Whether all of its tokens have numbers in a range.
    pub(crate) fn is_within(&self, range: &Range<usize>) -> bool {
        let pair = |(open, end): &(usize, usize)| range.contains(open) && range.contains(end);
        self.ends.iter().all(pair) && self.strays.iter().all(|it| range.contains(it))
    }

    /// Where the block of an opening brace ends although it is not closed.
    pub(crate) fn end(&self, open: usize) -> Option<usize> {
        let index = self.ends.binary_search_by_key(&open, |it| it.0).ok()?;
        self.ends.get(index).map(|it| it.1)
    }

    /// Whether a brace belongs to no other.
    pub(crate) fn is_stray(&self, brace: usize) -> bool {
        self.strays.binary_search(&brace).is_ok()
    }

    fn match_all(&mut self, marks: &[IndentationMark]) {
        let pairs = sound_pairs(marks);
        let mut stack: Vec<OpenBrace> = Vec::new();
        let (mut line, mut margin) = (0, IndentWidth::default());
        let (mut surplus, mut missing) = ((-self.balance).max(0), self.balance.max(0));
        let mut sound_until = 0;
        for (number, mark) in marks.iter().enumerate() {
            margin.pass(mark, stack.len());
            line += usize::from(mark.indentation.is_some());
            if number < sound_until {
                continue;
            }
            if let Some(indentation) = mark.indentation
                && self.balance > 0
                && mark.kind != MarkKind::Close
            {
                self.dedent(&mut stack, number, mark, indentation);
            }
            match mark.kind {
                MarkKind::Open if missing > 0 && mark.is_doubled => {
                    self.strays.push(number);
                    missing -= 1;
                }
                MarkKind::Open => match pairs.get(number).copied().flatten() {
                    Some(close) => sound_until = close + 1,
                    None => stack.push(OpenBrace {
                        number,
                        line,
                        indentation: margin.of_brace(),
                        suspect: None,
                    }),
                },
                MarkKind::Close if surplus > 0 && is_surplus(&stack, mark, line) => {
                    self.strays.push(number);
                    surplus -= 1;
                }
                MarkKind::Close => self.close(&mut stack, number, mark.indentation),
                MarkKind::Definition
                | MarkKind::Choice
                | MarkKind::Parenthesis
                | MarkKind::Other => {}
            }
        }
        for open in stack.drain(..) {
            if self.balance > 0 {
                self.ends
                    .push((open.number, open.suspect.unwrap_or(marks.len())));
            }
        }
        self.ends.sort_unstable();
    }

    /// A line that is not indented more than the lines of the innermost open braces: they may be closed above it, and
    /// definitely are when the line starts a definition.
    fn dedent(
        &mut self,
        stack: &mut Vec<OpenBrace>,
        number: usize,
        mark: &IndentationMark,
        indentation: u32,
    ) {
        let innermost = stack.iter_mut().rev().take(MAX_OPEN);
        for open in innermost.take_while(|it| indentation <= it.indentation) {
            open.suspect.get_or_insert(number);
        }
        if mark.kind != MarkKind::Definition {
            return;
        }
        while let Some(open) = stack.pop_if(|it| indentation <= it.indentation) {
            self.ends
                .push((open.number, open.suspect.unwrap_or(number)));
        }
    }

    fn close(&mut self, stack: &mut Vec<OpenBrace>, number: usize, indentation: Option<u32>) {
        if self.balance > 0
            && let Some(indentation) = indentation
            && stack.last().is_some_and(|it| it.indentation != indentation)
            && is_indentation(stack, indentation)
        {
            while let Some(open) = stack.pop_if(|it| it.indentation != indentation) {
                self.ends
                    .push((open.number, open.suspect.unwrap_or(number)));
            }
        }
        stack.pop();
    }
}

/// The closing braces of those opening ones that definitely belong together: whatever is missing around them, the line of the
/// one is indented as the other. By the numbers of the opening ones.
fn sound_pairs(marks: &[IndentationMark]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; marks.len()];
    let mut open: Vec<(usize, usize, u32)> = Vec::new();
    let (mut line, mut margin) = (0, IndentWidth::default());
    for (number, mark) in marks.iter().enumerate() {
        margin.pass(mark, open.len());
        line += usize::from(mark.indentation.is_some());
        match mark.kind {
            MarkKind::Open => open.push((number, line, margin.of_brace())),
            MarkKind::Close => {
                let Some((opener, its_line, indentation)) = open.pop() else {
                    continue;
                };
                let is_sound = line == its_line || mark.indentation == Some(indentation);
                if let Some(pair) = pairs.get_mut(opener).filter(|_| is_sound) {
                    *pair = Some(number);
                }
            }
            _ => {}
        }
    }
    pairs
}

/// How far the line of a mark is indented.
#[derive(Default)]
struct IndentWidth {
    line: u32,
    /// The same of the last line that starts a definition, and how many braces are open there.
    definition: Option<(u32, usize)>,
    /// Whether parameters end on the line.
    ends_parameters: bool,
}

impl IndentWidth {
    /// Continues to a mark in so many braces.
    fn pass(&mut self, mark: &IndentationMark, open: usize) {
        let Some(indentation) = mark.indentation else {
            return;
        };
        self.line = indentation;
        if mark.kind == MarkKind::Definition {
            self.definition = Some((indentation, open));
        }
        let is_definition = self.definition.is_some_and(|it| it.1 == open);
        self.ends_parameters = mark.kind == MarkKind::Parenthesis && is_definition;
    }

    /// How far what a brace belongs to is indented: after parameters, the definition.
    fn of_brace(&self) -> u32 {
        let definition = self.definition.filter(|_| self.ends_parameters);
        definition.map_or(self.line, |it| it.0)
    }
}

/// Whether a closing brace, where there are too many, is none of the innermost open block.
fn is_surplus(stack: &[OpenBrace], mark: &IndentationMark, line: usize) -> bool {
    match (mark.indentation, stack.last()) {
        (_, None) => true,
        (Some(found), Some(open)) => found != open.indentation && !is_indentation(stack, found),
        (None, Some(open)) => mark.is_doubled && open.line != line,
    }
}

/// Whether one of the innermost open braces is on a line with this indentation.
fn is_indentation(stack: &[OpenBrace], indentation: u32) -> bool {
    let mut innermost = stack.iter().rev().take(MAX_OPEN);
    innermost.any(|it| it.indentation == indentation)
}
