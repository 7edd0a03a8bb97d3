//! The significant tokens of a text, in the order in which Puppet's parser reads them.

use std::collections::VecDeque;
use std::ops::Range;

use rowan::{TextRange, TextSize};

use crate::SyntaxKind::{self, *};
use crate::lexer::Lexed;

/// The significant tokens: without trivia, and with the text of each heredoc directly behind its tag.
pub(crate) struct Input<'t> {
    text: &'t str,
    lexed: &'t Lexed,
    kinds: Vec<SyntaxKind>,
    /// By significant token: its index in `lexed`.
    raw: Vec<u32>,
    bodies: Vec<(u32, HeredocBody)>,
    open_parentheses: isize,
    open_braces: isize,
}

/// The text of a heredoc.
#[derive(Clone)]
pub(crate) struct HeredocBody {
    /// How many significant tokens it has.
    pub(crate) tokens: usize,
    /// All of its tokens, by their indices in [`Lexed`].
    pub(crate) raw: Range<usize>,
}

impl<'t> Input<'t> {
    pub(crate) fn new(text: &'t str, lexed: &'t Lexed) -> Input<'t> {
        let mut input = Input {
            text,
            lexed,
            kinds: Vec::with_capacity(lexed.len() / 2 + 8),
            raw: Vec::with_capacity(lexed.len() / 2 + 8),
            bodies: Vec::new(),
            open_parentheses: 0,
            open_braces: 0,
        };
        match lexed.heredocs().is_empty() && !lexed.is_template() {
            true => input.fill_plainly(),
            false => input.fill(),
        }
        input
    }

    /// Takes all tokens but trivia.
    fn fill_plainly(&mut self) {
        let kinds = self.lexed.kinds().iter().take(self.lexed.len());
        for (token, kind) in kinds.enumerate() {
            if !kind.is_trivia() {
                self.push(token, *kind);
            }
        }
    }

    fn fill(&mut self) {
        let lexed = self.lexed;
        let mut heredocs = lexed.heredocs().iter().peekable();
        let mut skipped: VecDeque<Range<usize>> = VecDeque::new();
        let mut template = TemplateFilter::default();
        let mut token = 0;
        while token < lexed.len() {
            if let Some(body) = skipped.front()
                && body.start <= token
            {
                token = token.max(body.end);
                skipped.pop_front();
                continue;
            }
            let kind = lexed.kind(token);
            if template.keeps(self.text, lexed, token, kind) {
                self.push(token, kind);
                if kind == HEREDOC_TAG
                    && let Some(heredoc) = heredocs.next_if(|it| it.tag <= token)
                    && let Some(body) = &heredoc.body
                {
                    self.push_body(body.clone());
                    skipped.push_back(body.clone());
                }
            }
            token += 1;
        }
    }

    fn push(&mut self, token: usize, kind: SyntaxKind) {
        match kind {
            L_PAREN => self.open_parentheses += 1,
            R_PAREN => self.open_parentheses -= 1,
            L_BRACE => self.open_braces += 1,
            R_BRACE => self.open_braces -= 1,
            _ => {}
        }
        self.kinds.push(kind);
        self.raw.push(token as u32);
    }

    fn push_body(&mut self, raw: Range<usize>) {
        let tag = self.raw.len() as u32 - 1;
        let before = self.raw.len();
        let open_braces = self.open_braces;
        for token in raw.clone() {
            let kind = self.lexed.kind(token);
            if !kind.is_trivia() {
                self.push(token, kind);
            }
        }
        self.open_braces = open_braces;
        let tokens = self.raw.len() - before;
        self.bodies.push((tag, HeredocBody { tokens, raw }));
    }

    /// How many significant tokens there are.
    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The kind of a significant token; [`EOF`] behind the last.
    #[inline]
    pub(crate) fn kind(&self, position: usize) -> SyntaxKind {
        match self.kinds.get(position) {
            Some(kind) => *kind,
            None => EOF,
        }
    }

    /// Opening braces minus closing ones, without those in the texts of heredocs.
    pub(crate) fn open_braces(&self) -> isize {
        self.open_braces
    }

    /// The whole text.
    pub(crate) fn whole_text(&self) -> &'t str {
        self.text
    }

    /// Opening parentheses minus closing ones.
    pub(crate) fn open_parentheses(&self) -> isize {
        self.open_parentheses
    }

    /// The significant tokens by their indices in [`Lexed`]; in order, if there are no heredocs.
    pub(crate) fn raws(&self) -> &[u32] {
        &self.raw
    }

    /// The index in [`Lexed`] of a significant token; the number of all tokens behind the last.
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
        let index = self
            .bodies
            .binary_search_by_key(&(tag as u32), |it| it.0)
            .ok()?;
        self.bodies.get(index).map(|it| it.1.clone())
    }

    pub(crate) fn after_white_space(&self, position: usize) -> bool {
        self.lexed.follows_space(self.raw(position))
    }

    pub(crate) fn first_on_line(&self, position: usize) -> bool {
        self.lexed.starts_line(self.text, self.raw(position))
    }

    /// Whether a line break is between a token and the significant one before it.
    pub(crate) fn on_new_line(&self, position: usize) -> bool {
        let start = match position.checked_sub(1) {
            Some(last) => self.range(last).end(),
            None => return true,
        };
        let gap = usize::from(start)..usize::from(self.range(position).start());
        self.text.get(gap).is_some_and(|gap| gap.contains('\n'))
    }

    /// Where Puppet says an unexpected token is: nowhere at the end, behind the `}` of an interpolation, which is no
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
    pub(crate) fn asked_at(&self, offset: TextSize) -> u32 {
        let mut strings: Vec<usize> = Vec::new();
        for position in 0..self.len() {
            let kind = self.kind(position);
            let range = self.range(position);
            match kind {
                STRING_START => strings.push(position),
                HEREDOC_TAG => {
                    if let Some(body) = self.heredoc_body(position) {
                        let start = self.lexed.start(body.raw.start);
                        let end = self.lexed.start(body.raw.end);
                        if start <= offset && offset <= end {
                            return strings.first().copied().unwrap_or(position) as u32;
                        }
                    }
                }
                _ => {}
            }
            if range.end() > offset {
                return strings.first().copied().unwrap_or(position) as u32;
            }
            if kind == STRING_END {
                strings.pop();
            }
        }
        strings.first().copied().unwrap_or(self.len()) as u32
    }
}

/// Leaves out trivia, and what of a template is no token for Puppet: tags that render nothing, and text that is
/// trimmed to nothing.
#[derive(Default)]
struct TemplateFilter {
    in_tag: bool,
    in_expression: bool,
}

impl TemplateFilter {
    fn keeps(&mut self, text: &str, lexed: &Lexed, token: usize, kind: SyntaxKind) -> bool {
        match kind {
            // A tag in a tag is none: the lexer has reported it.
            EPP_OPEN | EPP_OPEN_TRIM | EPP_OPEN_EXPR if self.in_tag => true,
            EPP_OPEN | EPP_OPEN_TRIM => {
                self.in_tag = true;
                false
            }
            EPP_OPEN_EXPR => {
                self.in_tag = true;
                self.in_expression = true;
                true
            }
            EPP_CLOSE | EPP_CLOSE_TRIM => {
                self.in_tag = false;
                std::mem::take(&mut self.in_expression)
            }
            EPP_TEXT => crate::epp::is_rendered(text, lexed, token),
            _ => !kind.is_trivia(),
        }
    }
}
