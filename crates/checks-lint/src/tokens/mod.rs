//! The tokens of a manifest as style checks see them: with white space and line breaks as tokens, and strings in the
//! parts between their variables.

mod kind;
mod reader;

use puppet_syntax::{GreenNodeData, TextRange};

pub(crate) use crate::tokens::kind::LintTokenKind;
use crate::tokens::reader::TokenReader;

/// A token.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub kind: LintTokenKind,
    /// Where it is; in bytes.
    pub range: TextRange,
    /// The range without quotes, `$`, `#` and the marks of an interpolation.
    pub value: TextRange,
}

/// All tokens of a manifest. A token is named by its index.
#[derive(Debug)]
pub(crate) struct Tokens<'a> {
    text: &'a str,
    list: Vec<Token>,
    /// For each token the one before it that is no white space and no comment.
    code_before: Vec<Option<usize>>,
    code_after: Vec<Option<usize>>,
    /// For each bracket the one that it closes or that closes it.
    partners: Vec<Option<usize>>,
}

impl<'a> Tokens<'a> {
    /// The tokens of a tree of a text.
    pub(crate) fn new(text: &'a str, tree: &GreenNodeData) -> Self {
        let list = TokenReader::read(text, tree);
        let mut code_before = Vec::with_capacity(list.len());
        let mut last = None;
        for (index, token) in list.iter().enumerate() {
            code_before.push(last);
            if !token.kind.is_trivia() {
                last = Some(index);
            }
        }
        let mut code_after = vec![None; list.len()];
        let mut next = None;
        for (index, token) in list.iter().enumerate().rev() {
            code_after[index] = next;
            if !token.kind.is_trivia() {
                next = Some(index);
            }
        }
        let partners = partners(&list);
        Self {
            text,
            list,
            code_before,
            code_after,
            partners,
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The indexes of the tokens of a kind.
    pub(crate) fn positions(&self, kind: LintTokenKind) -> impl Iterator<Item = usize> {
        self.positions_where(move |it| it == kind)
    }

    /// The indexes of the tokens of several kinds.
    pub(crate) fn positions_where(
        &self,
        is_meant: impl Fn(LintTokenKind) -> bool,
    ) -> impl Iterator<Item = usize> {
        let list = self.list.iter().enumerate();
        list.filter(move |(_, token)| is_meant(token.kind))
            .map(|(index, _)| index)
    }

    /// A token.
    pub(crate) fn get(&self, index: usize) -> Option<&Token> {
        self.list.get(index)
    }

    /// The kind of a token; none after the end.
    pub(crate) fn kind(&self, index: usize) -> Option<LintTokenKind> {
        self.get(index).map(|token| token.kind)
    }

    /// Whether a token is there and of a kind.
    pub(crate) fn has_kind(&self, index: Option<usize>, kind: LintTokenKind) -> bool {
        index.and_then(|index| self.kind(index)) == Some(kind)
    }

    /// The text of a token without quotes, `$` and `#`.
    pub(crate) fn value(&self, index: usize) -> &'a str {
        self.get(index).map_or("", |token| &self.text[token.value])
    }

    /// The text of a token.
    pub(crate) fn source(&self, index: usize) -> &'a str {
        self.get(index).map_or("", |token| &self.text[token.range])
    }

    /// The token before one that is no white space and no comment.
    pub(crate) fn code_before(&self, index: usize) -> Option<usize> {
        *self.code_before.get(index)?
    }

    /// The token after one that is no white space and no comment.
    pub(crate) fn code_after(&self, index: usize) -> Option<usize> {
        *self.code_after.get(index)?
    }

    /// The token before one that is no white space; a comment may be.
    pub(crate) fn text_before(&self, index: usize) -> Option<usize> {
        let before = (0..index).rev();
        before
            .take(index)
            .find(|it| !self.list[*it].kind.is_blank())
    }

    /// The token after one that is no white space; a comment may be.
    pub(crate) fn text_after(&self, index: usize) -> Option<usize> {
        (index + 1..self.len()).find(|it| !self.list[*it].kind.is_blank())
    }

    /// The bracket that closes one, or that one closes.
    pub(crate) fn partner(&self, index: usize) -> Option<usize> {
        *self.partners.get(index)?
    }

    /// The tokens after one, without what stands in brackets that open there.
    pub(crate) fn outside_brackets(&self, after: usize) -> impl Iterator<Item = usize> {
        let mut next = Some(after + 1);
        std::iter::from_fn(move || {
            let index = next.filter(|index| *index < self.len())?;
            let is_open = self.list[index].kind.closing().is_some();
            next = match is_open {
                true => self.partner(index).map(|end| end + 1),
                false => Some(index + 1),
            };
            Some(index)
        })
    }

    /// Whether a token is just one space.
    pub(crate) fn is_single_space(&self, index: usize) -> bool {
        self.has_kind(Some(index), LintTokenKind::Space) && self.source(index) == " "
    }
}

/// The brackets that belong together, each kind for itself.
fn partners(list: &[Token]) -> Vec<Option<usize>> {
    let mut partners = vec![None; list.len()];
    let mut open: Vec<(LintTokenKind, usize)> = Vec::new();
    for (index, token) in list.iter().enumerate() {
        if let Some(closing) = token.kind.closing() {
            open.push((closing, index));
        } else if let Some(at) = open.iter().rposition(|(closing, _)| *closing == token.kind) {
            let (_, start) = open.remove(at);
            partners[start] = Some(index);
            partners[index] = Some(start);
        }
    }
    partners
}
