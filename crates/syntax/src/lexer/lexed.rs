//! The tokens of a text.

use std::ops::Range;

use puppet_text::{TextRange, TextSize};

use super::LexError;
use crate::SyntaxKind;

/// The tokens of a text, as parallel lists of kinds and offsets.
///
/// Tokens are named by their index. The index [`Lexed::len`] names the end of the text, of kind [`SyntaxKind::EOF`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lexed {
    /// One kind per token, and [`SyntaxKind::EOF`].
    pub(super) kinds: Vec<SyntaxKind>,
    /// The offset of each token, and the length of the text.
    pub(super) starts: Vec<u32>,
    pub(super) errors: Vec<LexError>,
    pub(super) heredocs: Vec<Heredoc>,
    pub(super) stop: Option<LexError>,
    pub(super) is_repaired: bool,
    pub(super) is_doubted: bool,
    pub(super) has_lone_slash: bool,
    pub(super) is_template: bool,
    /// The tokens that end strings, with something directly after them that never follows a string.
    pub(super) doubts: Vec<u32>,
}

/// A heredoc: its tag, and where its text stands. The value comes from the functions of [`crate::heredoc`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heredoc {
    /// The token of the tag.
    pub tag: usize,
    /// The tokens of the text, with the [`SyntaxKind::HEREDOC_END`] (which is missing if nothing ends the text).
    /// `None` if the tag is faulty, or the text is missing or misplaced.
    pub body: Option<Range<usize>>,
    /// Where the text and the line that ends it stand if they belong to other tokens: a tag in a string or in code of
    /// a template takes the lines after it for its text even if they are text of the string or of the template too.
    pub misplaced: Option<(TextRange, TextRange)>,
}

/// Of ranges in order the first that has tokens on both sides of an empty one, or some of those of another.
pub(crate) fn overlapping(ranges: &[Range<usize>], tokens: Range<usize>) -> Option<&Range<usize>> {
    let first = ranges.partition_point(|it| it.end <= tokens.start);
    ranges.get(first).filter(|it| it.start < tokens.end)
}

impl Lexed {
    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.kinds.len() - 1
    }

    /// Whether the text was empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The kind of each token, and [`SyntaxKind::EOF`].
    pub fn kinds(&self) -> &[SyntaxKind] {
        &self.kinds
    }

    /// The kind of a token; [`SyntaxKind::EOF`] after the last.
    pub fn kind(&self, token: usize) -> SyntaxKind {
        self.kinds.get(token).copied().unwrap_or(SyntaxKind::EOF)
    }

    /// The offset of a token; the length of the text after the last.
    pub fn start(&self, token: usize) -> TextSize {
        let end = self.starts.len() - 1;
        TextSize::new(self.starts[token.min(end)])
    }

    /// The offset of each token, and the length of the text.
    pub(crate) fn offsets(&self) -> &[u32] {
        &self.starts
    }

    /// The first token that does not start before an offset.
    pub(crate) fn first_from(&self, offset: TextSize) -> usize {
        let is_before = |start: &u32| *start < u32::from(offset);
        self.starts.partition_point(is_before)
    }

    /// The range of a token; empty after the last.
    pub fn range(&self, token: usize) -> TextRange {
        TextRange::new(self.start(token), self.start(token + 1))
    }

    /// The text of a token of `text`, which must be the text that was lexed.
    pub fn text<'t>(&self, text: &'t str, token: usize) -> &'t str {
        &text[self.range(token)]
    }

    /// What is wrong with the text, by offset.
    pub fn errors(&self) -> &[LexError] {
        &self.errors
    }

    /// Whether something that is never closed was closed: Puppet reads other tokens from there on.
    pub(crate) fn is_repaired(&self) -> bool {
        self.is_repaired
    }

    /// Whether Puppet definitely refuses the text, because of its strings.
    pub(crate) fn is_refused(&self) -> bool {
        self.stop.is_some() || self.is_doubted
    }

    /// Whether there is a `/` that starts no regular expression only because no other `/` is after it.
    pub(crate) fn has_lone_slash(&self) -> bool {
        self.has_lone_slash
    }

    /// The error at which Puppet's lexer stops; `None` if it reads the whole text. Its range starts with the token that
    /// Puppet is reading, which is the whole string for what is in a string.
    ///
    /// It need not be one of [`Lexed::errors`]: what Puppet takes for the end of a string may be far from where the
    /// quote is missing.
    pub fn stop(&self) -> Option<&LexError> {
        self.stop.as_ref()
    }

    /// Whether there is anything of a template.
    pub(crate) fn is_template(&self) -> bool {
        self.is_template
    }

    /// The tokens during which heredocs are open: from tags to the ends of their texts.
    pub(crate) fn open_heredocs(&self) -> Vec<Range<usize>> {
        let mut open: Vec<Range<usize>> = Vec::new();
        for heredoc in &self.heredocs {
            let end = heredoc.body.as_ref().map_or(heredoc.tag + 1, |it| it.end);
            match open.last_mut() {
                Some(last) if heredoc.tag < last.end => last.end = last.end.max(end),
                _ => open.push(heredoc.tag..end),
            }
        }
        open
    }

    /// The heredocs, in the order of their tags.
    pub fn heredocs(&self) -> &[Heredoc] {
        &self.heredocs
    }

    /// Whether white space stands immediately before a token, or nothing: a `[` is then the start of a list, and
    /// never an access.
    pub fn follows_space(&self, token: usize) -> bool {
        match token.checked_sub(1) {
            None => true,
            Some(before) => self.kind(before) == SyntaxKind::WHITESPACE,
        }
    }

    /// Whether a token is the first of its line (of `text`, which must be the text that was lexed): a `(` is then
    /// never the start of the arguments of a call.
    pub fn starts_line(&self, text: &str, token: usize) -> bool {
        match token.checked_sub(1) {
            None => true,
            Some(before) => {
                self.kind(before) == SyntaxKind::WHITESPACE
                    && (before == 0 || self.text(text, before).contains('\n'))
            }
        }
    }
}
