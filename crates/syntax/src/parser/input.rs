//! The significant tokens of a text, in the order in which Puppet's parser reads them.

use rowan::{TextRange, TextSize};

use crate::SyntaxKind::{self, *};
use crate::lexer::{Lexed, overlapping};

use crate::parser::trivia_filter::{HeredocBody, Significant};

/// A text, all of its tokens, and the significant ones.
pub(crate) struct Input<'t> {
    text: &'t str,
    lexed: &'t Lexed,
    significant: &'t Significant,
    kinds: &'t [SyntaxKind],
    /// By significant token: its index in `lexed`.
    raw: &'t [u32],
}

impl<'t> Input<'t> {
    pub(crate) fn new(text: &'t str, lexed: &'t Lexed, significant: &'t Significant) -> Input<'t> {
        Input {
            text,
            lexed,
            significant,
            kinds: &significant.kinds,
            raw: &significant.raw,
        }
    }

    /// How many significant tokens there are.
    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The kind of a significant token; [`EOF`] after the last.
    #[inline]
    pub(crate) fn kind(&self, position: usize) -> SyntaxKind {
        match self.kinds.get(position) {
            Some(kind) => *kind,
            None => EOF,
        }
    }

    /// Opening braces minus closing ones, without those in the texts of heredocs.
    pub(crate) fn open_braces(&self) -> isize {
        self.significant.open_braces
    }

    /// The whole text.
    pub(crate) fn whole_text(&self) -> &'t str {
        self.text
    }

    /// Opening parentheses minus closing ones.
    pub(crate) fn open_parentheses(&self) -> isize {
        self.significant.open_parentheses
    }

    /// The significant tokens by their indices in [`Lexed`]; in order, if there are no heredocs.
    pub(crate) fn raws(&self) -> &'t [u32] {
        self.raw
    }

    /// The index in [`Lexed`] of a significant token; the number of all tokens after the last.
    #[inline]
    pub(crate) fn raw(&self, position: usize) -> usize {
        match self.raw.get(position) {
            Some(raw) => *raw as usize,
            None => self.lexed.len(),
        }
    }

    pub(crate) fn text(&self, position: usize) -> &'t str {
        self.lexed.text(self.text, self.raw(position))
    }

    pub(crate) fn range(&self, position: usize) -> TextRange {
        self.lexed.range(self.raw(position))
    }

    /// The heredoc text that belongs to the tag at this position.
    pub(crate) fn heredoc_body(&self, tag: usize) -> Option<HeredocBody> {
        let bodies = &self.significant.bodies;
        let index = bodies.binary_search_by_key(&(tag as u32), |it| it.0);
        bodies.get(index.ok()?).map(|it| it.1.clone())
    }

    pub(crate) fn follows_white_space(&self, position: usize) -> bool {
        self.lexed.follows_space(self.raw(position))
    }

    pub(crate) fn first_on_line(&self, position: usize) -> bool {
        self.lexed.starts_line(self.text, self.raw(position))
    }

    /// Whether a token is on the first line of the text.
    pub(crate) fn is_on_first_line(&self, position: usize) -> bool {
        let before = self.text.get(..self.range(position).start().into());
        before.is_none_or(|it| !it.contains('\n'))
    }

    /// How many bytes of spaces the line of a token starts with.
    pub(crate) fn indentation(&self, position: usize) -> usize {
        let start = usize::from(self.range(position).start());
        let line = self.text.get(..start).unwrap_or_default();
        let line = line.rfind('\n').map_or(0, |at| at + 1);
        let line = self.text.get(line..start).unwrap_or_default();
        let is_blank = |byte: &u8| matches!(*byte, b' ' | b'\t');
        line.bytes().take_while(is_blank).count()
    }

    /// Whether a line break is between a token and the significant one before it.
    pub(crate) fn follows_line_break(&self, position: usize) -> bool {
        let start = match position.checked_sub(1) {
            Some(last) => self.range(last).end(),
            None => return true,
        };
        let gap = usize::from(start)..usize::from(self.range(position).start());
        self.text.get(gap).is_some_and(|gap| gap.contains('\n'))
    }

    /// Where Puppet says an unexpected token is: nowhere at the end, after the `}` of an interpolation, which is no
    /// token for Puppet, and for a tag of a template where the text before it starts.
    pub(crate) fn stop_offset(&self, position: usize) -> Option<TextSize> {
        match self.kind(position) {
            EOF => None,
            INTERPOLATION_END => Some(self.range(position).end()),
            EPP_OPEN_EXPR if self.end_of_tag_before(position).is_some() => {
                self.end_of_tag_before(position)
            }
            EPP_OPEN | EPP_OPEN_TRIM | EPP_OPEN_EXPR if self.follows_operand(position) => {
                Some(self.range(position).start() + TextSize::new(1))
            }
            _ => Some(self.range(position).start()),
        }
    }

    /// The end of the tag that is closed between a token and the significant one before it.
    fn end_of_tag_before(&self, position: usize) -> Option<TextSize> {
        let first = position.checked_sub(1).map_or(0, |it| self.raw(it) + 1);
        let between = (first..self.raw(position)).rev();
        let closing = between
            .into_iter()
            .find(|it| matches!(self.lexed.kind(*it), EPP_CLOSE | EPP_CLOSE_TRIM));
        closing.map(|it| self.lexed.range(it).end())
    }

    /// Whether an operand ends before a token: a tag that starts in a tag then is a comparison for Puppet.
    fn follows_operand(&self, position: usize) -> bool {
        let before = position.checked_sub(1).map(|it| self.kind(it));
        let ends_operand = matches!(
            before,
            Some(
                NAME | WORD
                    | CLASS_REF
                    | VARIABLE
                    | INTEGER
                    | FLOAT
                    | REGEX
                    | SQ_STRING
                    | DQ_STRING
                    | STRING_END
                    | HEREDOC_END
                    | TRUE_KW
                    | FALSE_KW
                    | UNDEF_KW
                    | DEFAULT_KW
                    | R_BRACE
                    | R_BRACK
                    | R_PAREN
            )
        );
        ends_operand
    }

    /// The significant token at which Puppet's parser asks for the raw token: the start of a string or the tag of a
    /// heredoc for what is within them.
    pub(crate) fn raw_token_request_at(&self, offset: TextSize) -> u32 {
        let first_near = self.first_near(offset);
        let mut strings: Vec<usize> = Vec::new();
        for position in 0..self.len() {
            let kind = self.kind(position);
            if kind == STRING_START {
                strings.push(position);
            }
            let is_asked = position >= first_near
                && (self.range(position).end() > offset || self.has_text_at(position, offset));
            if is_asked {
                return strings.first().copied().unwrap_or(position) as u32;
            }
            if kind == STRING_END {
                strings.pop();
            }
        }
        strings.first().copied().unwrap_or(self.len()) as u32
    }

    /// Whether an offset is in the text of a heredoc whose tag is at a position.
    fn has_text_at(&self, position: usize, offset: TextSize) -> bool {
        let is_tag = self.kind(position) == HEREDOC_TAG;
        is_tag
            && self.heredoc_body(position).is_some_and(|body| {
                let [start, end] = [body.raw.start, body.raw.end].map(|it| self.lexed.start(it));
                start <= offset && offset <= end
            })
    }

    /// A significant token after which are all that are at an offset: those before it end before, and so do the texts of
    /// their heredocs.
    fn first_near(&self, offset: TextSize) -> usize {
        let token = self.lexed.first_from(offset).saturating_sub(1);
        let open = self.lexed.open_heredocs();
        let clean = overlapping(&open, token..token).map_or(token, |it| it.start);
        self.raws().partition_point(|raw| (*raw as usize) < clean)
    }
}
