//! The tokens that the parser reads, without trivia.

use std::collections::VecDeque;
use std::ops::Range;

use crate::SyntaxKind::{self, *};
use crate::lexer::Lexed;

/// The significant tokens of a text: without trivia, and with the text of each heredoc directly after its tag.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Significant {
    pub(super) kinds: Vec<SyntaxKind>,
    /// By significant token: its index among all tokens.
    pub(super) raw: Vec<u32>,
    pub(super) bodies: Vec<(u32, HeredocBody)>,
    pub(super) open_parentheses: isize,
    pub(super) open_braces: isize,
}

/// The text of a heredoc.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HeredocBody {
    /// How many significant tokens it has.
    pub(crate) tokens: usize,
    /// All of its tokens, by their indices in [`Lexed`].
    pub(crate) raw: Range<usize>,
}

impl Significant {
    pub(crate) fn new(text: &str, lexed: &Lexed) -> Significant {
        let mut significant = Significant {
            kinds: Vec::with_capacity(lexed.len() / 2 + 8),
            raw: Vec::with_capacity(lexed.len() / 2 + 8),
            ..Significant::default()
        };
        match lexed.is_template() {
            true => significant.fill_template(text, lexed),
            false => significant.fill(lexed),
        }
        significant
    }

    /// Takes all of some tokens but trivia.
    fn fill_plainly(&mut self, lexed: &Lexed, tokens: Range<usize>) {
        let first = tokens.start;
        let kinds = lexed.kinds().get(tokens).unwrap_or_default();
        for (token, kind) in (first..).zip(kinds) {
            if !kind.is_trivia() {
                self.push(token, *kind);
            }
        }
    }

    /// Takes all tokens of a manifest but trivia, the text of each heredoc after its tag.
    fn fill(&mut self, lexed: &Lexed) {
        let mut skipped: VecDeque<Range<usize>> = VecDeque::new();
        let mut token = 0;
        for heredoc in lexed.heredocs() {
            token = self.fill_between(lexed, token..heredoc.tag, &mut skipped);
            // In the text of another heredoc, it is one of its tokens.
            if token == heredoc.tag {
                self.push(token, HEREDOC_TAG);
                token += 1;
                if let Some(body) = &heredoc.body {
                    self.push_body(lexed, body.clone());
                    skipped.push_back(body.clone());
                }
            }
        }
        self.fill_between(lexed, token..lexed.len(), &mut skipped);
    }

    /// Takes all of some tokens but trivia and texts of heredocs; returns the one after them.
    fn fill_between(
        &mut self,
        lexed: &Lexed,
        tokens: Range<usize>,
        skipped: &mut VecDeque<Range<usize>>,
    ) -> usize {
        let mut token = tokens.start;
        while let Some(body) = skipped.front().filter(|it| it.start <= tokens.end).cloned() {
            skipped.pop_front();
            self.fill_plainly(lexed, token..body.start.max(token));
            token = token.max(body.end);
        }
        self.fill_plainly(lexed, token..tokens.end.max(token));
        token.max(tokens.end)
    }

    fn fill_template(&mut self, text: &str, lexed: &Lexed) {
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
            if template.keeps(text, lexed, token, kind) {
                self.push(token, kind);
                if kind == HEREDOC_TAG
                    && let Some(heredoc) = heredocs.next_if(|it| it.tag <= token)
                    && let Some(body) = &heredoc.body
                {
                    self.push_body(lexed, body.clone());
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

    fn push_body(&mut self, lexed: &Lexed, raw: Range<usize>) {
        let tag = self.raw.len() as u32 - 1;
        let before = self.raw.len();
        let open_braces = self.open_braces;
        for token in raw.clone() {
            let kind = lexed.kind(token);
            if !kind.is_trivia() {
                self.push(token, kind);
            }
        }
        self.open_braces = open_braces;
        let tokens = self.raw.len() - before;
        self.bodies.push((tag, HeredocBody { tokens, raw }));
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
