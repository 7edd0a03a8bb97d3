//! The layout of a text: its braces, and how far its lines are indented. Where braces are not balanced, nothing else
//! decides which of them belong together.

use rowan::{GreenNodeData, TextRange, TextSize};

use crate::SyntaxKind::{self, *};
use crate::parser::Input;
use crate::tree::{TreeEvent, walk};

/// A token that counts: a brace, or the first one of its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IndentationMark {
    pub(crate) start: TextSize,
    /// How many spaces are before it, if it is the first token of its line.
    pub(crate) indentation: Option<u32>,
    pub(crate) kind: MarkKind,
    /// Whether the token before it, on the same line, is a brace of the same kind.
    pub(crate) is_doubled: bool,
}

/// What a [`IndentationMark`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkKind {
    Open,
    Close,
    /// The keyword of a definition, with its name after it.
    Definition,
    /// The first token after a `?`.
    Choice,
    /// `)`
    Parenthesis,
    Other,
}

/// The braces of a text and the first tokens of its lines, without those of the texts of heredocs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) marks: Vec<IndentationMark>,
}

impl Layout {
    /// The layout of a whole input, and the significant tokens that its marks are.
    pub(crate) fn from_input(input: &Input<'_>) -> (Layout, Vec<usize>) {
        let mut reader = IndentationReader::new(input.whole_text());
        let mut positions = Vec::new();
        let mut position = 0;
        while position < input.len() {
            let kind = input.kind(position);
            if reader.token(kind, input.range(position).start()) {
                positions.push(position);
            }
            let body = match kind {
                HEREDOC_TAG => input.heredoc_body(position),
                _ => None,
            };
            position += 1 + body.map_or(0, |body| body.tokens);
        }
        (reader.finish(), positions)
    }

    /// The layout of the text of a tree; nothing if the text of a heredoc is among other tokens.
    pub(crate) fn from_tree(root: &GreenNodeData, text: &str) -> Option<Layout> {
        let mut reader = IndentationReader::new(text);
        let mut offset = 0;
        let mut is_mixed = false;
        walk(root, |event| {
            match event {
                TreeEvent::Start(HEREDOC_BODY, len) => {
                    offset += len;
                    return false;
                }
                TreeEvent::Token(kind, text) => {
                    is_mixed |= matches!(kind, HEREDOC_TEXT | HEREDOC_END);
                    if !kind.is_trivia() {
                        reader.token(kind, TextSize::new(offset as u32));
                    }
                    offset += text.len();
                }
                TreeEvent::Start(..) | TreeEvent::Finish => {}
            }
            true
        });
        (!is_mixed).then(|| reader.finish())
    }

    /// The layout after the marks in a range were replaced and the text after it has moved, and where those marks are.
    pub(crate) fn replace(
        &self,
        old: TextRange,
        new: &[IndentationMark],
        growth: isize,
    ) -> Option<(Layout, std::ops::Range<usize>)> {
        let place = self.marks_in(old);
        let after = self.marks.get(place.end..)?;
        let mut marks = Vec::with_capacity(place.start + new.len() + after.len());
        marks.extend_from_slice(self.marks.get(..place.start)?);
        marks.extend_from_slice(new);
        marks.extend(after.iter().map(|mark| IndentationMark {
            start: shift_offset(mark.start, growth),
            ..*mark
        }));
        Some((Layout { marks }, place.start..place.start + new.len()))
    }

    /// The marks in a range.
    pub(crate) fn marks_in(&self, range: TextRange) -> std::ops::Range<usize> {
        let before = |offset: TextSize| self.marks.partition_point(|mark| mark.start < offset);
        before(range.start())..before(range.end())
    }

    pub(crate) fn marks(&self) -> &[IndentationMark] {
        &self.marks
    }
}

impl IndentationMark {
    /// The mark at another place.
    pub(crate) fn with_start(self, start: TextSize) -> IndentationMark {
        IndentationMark { start, ..self }
    }

    /// Whether it is the first token of its line, after a `?`.
    pub(crate) fn is_choice(&self) -> bool {
        self.kind == MarkKind::Choice
    }
}

/// An offset after what is before it has grown.
pub(crate) fn shift_offset(offset: TextSize, growth: isize) -> TextSize {
    let offset = usize::from(offset).saturating_add_signed(growth);
    TextSize::try_from(offset).unwrap_or(TextSize::new(u32::MAX))
}

/// Finds the marks among tokens.
struct IndentationReader<'t> {
    text: &'t str,
    marks: Vec<IndentationMark>,
    /// The token before.
    last: SyntaxKind,
    /// Whether the last mark is the last token, and the keyword of a definition.
    is_head: bool,
}

impl IndentationReader<'_> {
    fn new(text: &str) -> IndentationReader<'_> {
        IndentationReader {
            text,
            marks: Vec::new(),
            last: EOF,
            is_head: false,
        }
    }

    /// Reads a token that is no trivia; returns whether it is a mark.
    fn token(&mut self, kind: SyntaxKind, start: TextSize) -> bool {
        self.finish_head(kind);
        let indentation = indentation(self.text, start);
        let last = std::mem::replace(&mut self.last, kind);
        let is_brace = matches!(kind, L_BRACE | R_BRACE);
        if !is_brace && indentation.is_none() {
            return false;
        }
        self.is_head = starts_definition(kind);
        self.marks.push(IndentationMark {
            start,
            indentation,
            kind: match kind {
                L_BRACE => MarkKind::Open,
                R_BRACE => MarkKind::Close,
                _ if last == QUESTION => MarkKind::Choice,
                R_PAREN => MarkKind::Parenthesis,
                _ => MarkKind::Other,
            },
            is_doubled: is_brace && indentation.is_none() && last == kind,
        });
        true
    }

    /// Finds out whether the last mark starts a definition, by the token after it.
    fn finish_head(&mut self, next: SyntaxKind) {
        let is_head = std::mem::take(&mut self.is_head);
        if is_head
            && names_definition(next)
            && let Some(head) = self.marks.last_mut()
        {
            head.kind = MarkKind::Definition;
        }
    }

    fn finish(self) -> Layout {
        Layout { marks: self.marks }
    }
}

fn starts_definition(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        CLASS_KW | DEFINE_KW | NODE_KW | FUNCTION_KW | PLAN_KW | TYPE_KW
    )
}

fn names_definition(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        NAME | WORD | CLASS_REF | SQ_STRING | DQ_STRING | REGEX | DEFAULT_KW
    )
}

/// How many bytes of spaces are before a token that is the first one of its line.
fn indentation(text: &str, start: TextSize) -> Option<u32> {
    let before = text.as_bytes().get(..usize::from(start))?;
    let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t');
    let spaces = before.iter().rev().take_while(is_blank).count();
    let is_first = match before.len() - spaces {
        0 => true,
        line => before.get(line - 1) == Some(&b'\n'),
    };
    is_first.then(|| u32::try_from(spaces).unwrap_or(u32::MAX))
}
