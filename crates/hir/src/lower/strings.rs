//! Strings and heredocs.

use puppet_syntax::ast::{
    AstNode, Heredoc, HeredocBodies, HeredocBody, InterpolatedString, Interpolation, StringExpr,
    StringPart,
};
use puppet_syntax::heredoc::{HeredocEnd, HeredocTag};
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
        let range = string.syntax().text_range();
        self.concatenated(string.syntax(), string.parts(), StringPlaces::exact(range))
    }

    /// `@(TAG)` with its text: a literal string if that has no interpolations.
    pub(super) fn heredoc(&mut self, heredoc: &Heredoc) -> ExprId {
        let range = heredoc.syntax().text_range();
        let tag = heredoc.tag_token();
        let tag = tag
            .as_ref()
            .and_then(|it| HeredocTag::parse(it.text()).ok());
        let bodies = self.heredocs.get_or_init(|| HeredocBodies::new(&self.root));
        let body = bodies.get(heredoc);
        self.runs
            .meet_heredoc(range, body.as_ref().map(|it| it.syntax().text_range()));
        let syntax = tag.as_ref().map(|it| SmolStr::from(it.syntax));
        let (Some(tag), Some(body)) = (tag, body) else {
            let text = match heredoc.covered_value() {
                Some(value) => self.add(Expr::LiteralString(value.into()), range, range),
                None => self.missing(range.end()),
            };
            return self.add(Expr::Heredoc { syntax, text }, range, range);
        };
        let parts = body.parts(&tag);
        let places = StringPlaces::of_heredoc(&body, &tag);
        let (reported, full) = (places.reported(places.full), places.full);
        let text = match parts.as_slice() {
            [] => self.add(Expr::LiteralString(SmolStr::default()), reported, full),
            [StringPart::Text { value, .. }] => {
                self.add(Expr::LiteralString(value.as_str().into()), reported, full)
            }
            _ => self.concatenated(body.syntax(), parts, places),
        };
        self.add(Expr::Heredoc { syntax, text }, range, range)
    }

    fn concatenated(
        &mut self,
        node: &SyntaxNode,
        parts: Vec<StringPart>,
        places: StringPlaces,
    ) -> ExprId {
        let range = places.full;
        let signs = Signs::of(node);
        let mut segments = Vec::new();
        for part in parts {
            let segment = match part {
                StringPart::Text { value, .. } if value.is_empty() => continue,
                StringPart::Text { value, range: text } => {
                    let reported = places.reported(signs.around(text));
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
        self.add(
            Expr::ConcatenatedString(segments.into()),
            places.reported(range),
            range,
        )
    }

    fn interpolation(&mut self, interpolation: &Interpolation, container: TextSize) -> ExprId {
        let node = interpolation.syntax();
        let inner = self.operand(interpolation.expression(), node);
        self.add(
            Expr::Text(inner),
            TextRange::empty(container),
            node.text_range(),
        )
    }
}

/// The place of a string, and what Puppet leaves out when it counts lengths.
struct StringPlaces {
    full: TextRange,
    /// The margin of the first line.
    margin: TextSize,
    /// The line break at the end, if the tag removes it.
    line_break: TextSize,
}

impl StringPlaces {
    fn exact(full: TextRange) -> StringPlaces {
        StringPlaces {
            full,
            margin: TextSize::new(0),
            line_break: TextSize::new(0),
        }
    }

    fn of_heredoc(body: &HeredocBody, tag: &HeredocTag<'_>) -> StringPlaces {
        let full = body.syntax().text_range();
        let end = body.end_token();
        let last = end
            .as_ref()
            .map_or(full.end(), |it| it.text_range().start());
        let mut places = StringPlaces::exact(span(full.start(), last));
        let Some(end) = end
            .as_ref()
            .and_then(|it| HeredocEnd::parse(it.text(), tag.tag))
        else {
            return places;
        };
        let text = body.syntax().text().to_string();
        let text = text.get(..usize::from(places.full.len())).unwrap_or(&text);
        if text.starts_with(end.margin) {
            places.margin = TextSize::of(end.margin);
        }
        if end.remove_break && text.ends_with('\n') {
            places.line_break = TextSize::of(if text.ends_with("\r\n") { "\r\n" } else { "\n" });
        }
        places
    }

    /// The place of a part as Puppet has it.
    fn reported(&self, part: TextRange) -> TextRange {
        let mut end = part.end();
        if part.start() == self.full.start() {
            end = end.checked_sub(self.margin).unwrap_or(end);
        }
        if part.end() == self.full.end() {
            end = end.checked_sub(self.line_break).unwrap_or(end);
        }
        span(part.start(), end)
    }
}

/// The signs of a string that Puppet counts to the texts beside them: its quotes, and each `${`.
struct Signs {
    start: Option<TextRange>,
    end: Option<TextRange>,
    /// In the order of the source.
    interpolations: Vec<TextRange>,
}

impl Signs {
    fn of(node: &SyntaxNode) -> Self {
        let mut signs = Signs {
            start: None,
            end: None,
            interpolations: Vec::new(),
        };
        for child in node.children_with_tokens() {
            match child.kind() {
                SyntaxKind::STRING_START => signs.start = Some(child.text_range()),
                SyntaxKind::STRING_END => signs.end = Some(child.text_range()),
                SyntaxKind::INTERPOLATION => {
                    let sign = child.into_node().and_then(|it| it.first_token());
                    signs.interpolations.extend(sign.map(|it| it.text_range()));
                }
                _ => {}
            }
        }
        signs
    }

    /// A text with the signs around it.
    fn around(&self, text: TextRange) -> TextRange {
        let before = self.start.filter(|it| it.end() == text.start());
        let interpolations = &self.interpolations;
        let next = interpolations.partition_point(|it| it.start() < text.end());
        let after = [self.end, interpolations.get(next).copied()];
        let after = after.into_iter().flatten();
        let end = after
            .filter(|it| it.start() == text.end())
            .map(|it| it.end());
        TextRange::new(
            before.map_or(text.start(), |it| it.start()),
            end.max().unwrap_or(text.end()),
        )
    }
}
