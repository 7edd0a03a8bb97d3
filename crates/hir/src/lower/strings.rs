//! Strings and heredocs.

use puppet_syntax::ast::{AstNode, Heredoc, InterpolatedString, Interpolation, StringExpr, StringPart};
use puppet_syntax::heredoc::HeredocTag;
use puppet_syntax::{SyntaxKind, SyntaxNode};
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use super::{Lowerer, span};
use crate::model::{Expr, ExprId};

impl Lowerer {
    pub(super) fn string(&mut self, string: &StringExpr) -> ExprId {
        let range = string.syntax().text_range();
        let value = string.value().unwrap_or_default();
        self.add(Expr::LiteralString(value.into()), range, range)
    }

    pub(super) fn interpolated_string(&mut self, string: &InterpolatedString) -> ExprId {
        self.concatenated(string.syntax(), string.parts(), string.syntax().text_range())
    }

    /// `@(TAG)` with its text: a literal string if that has no interpolations.
    pub(super) fn heredoc(&mut self, heredoc: &Heredoc) -> ExprId {
        let range = heredoc.syntax().text_range();
        let tag = heredoc.tag_token();
        let tag = tag.as_ref().and_then(|it| HeredocTag::parse(it.text()).ok());
        let body = self.heredocs.get(heredoc).cloned();
        let (Some(tag), Some(body)) = (tag, body) else {
            let text = self.missing(range.end());
            return self.add(Expr::Heredoc { syntax: None, text }, range, range);
        };
        let syntax = Some(SmolStr::from(tag.syntax));
        let parts = body.parts(&tag);
        let end = body.end_token().map(|it| it.text_range().start());
        let full = body.syntax().text_range();
        let full = span(full.start(), end.unwrap_or(full.end()));
        let text = match parts.as_slice() {
            [] => self.add(Expr::LiteralString(SmolStr::default()), full, full),
            [StringPart::Text { value, .. }] => {
                self.add(Expr::LiteralString(value.as_str().into()), full, full)
            }
            _ => self.concatenated(body.syntax(), parts, full),
        };
        self.add(Expr::Heredoc { syntax, text }, range, range)
    }

    fn concatenated(&mut self, node: &SyntaxNode, parts: Vec<StringPart>, range: TextRange) -> ExprId {
        let mut segments = Vec::new();
        for part in parts {
            let segment = match part {
                StringPart::Text { value, .. } if value.is_empty() => continue,
                StringPart::Text { value, range: text } => {
                    let reported = with_signs(node, text);
                    self.add(Expr::LiteralString(value.into()), reported, text)
                }
                StringPart::Variable(variable) => {
                    let full = variable.syntax().text_range();
                    let inner = self.variable(&variable);
                    self.add(Expr::Text(inner), TextRange::empty(range.start()), full)
                }
                StringPart::Interpolation(it) => self.interpolation(&it, range.start()),
            };
            segments.push(segment);
        }
        self.add(Expr::ConcatenatedString(segments.into()), range, range)
    }

    fn interpolation(&mut self, interpolation: &Interpolation, container: TextSize) -> ExprId {
        let node = interpolation.syntax();
        let inner = self.operand(interpolation.expression(), node);
        self.add(Expr::Text(inner), TextRange::empty(container), node.text_range())
    }
}

/// A text with what Puppet counts to it: the quotes of the string, and the `${` behind it.
fn with_signs(node: &SyntaxNode, text: TextRange) -> TextRange {
    let mut start = text.start();
    let mut end = text.end();
    for child in node.children_with_tokens() {
        let range = child.text_range();
        match child.kind() {
            SyntaxKind::STRING_START if range.end() == start => start = range.start(),
            SyntaxKind::STRING_END if range.start() == end => end = range.end(),
            SyntaxKind::INTERPOLATION if range.start() == end => {
                let sign = child.into_node().and_then(|it| it.first_token());
                end = sign.map_or(end, |it| it.text_range().end());
            }
            _ => {}
        }
    }
    TextRange::new(start, end)
}
