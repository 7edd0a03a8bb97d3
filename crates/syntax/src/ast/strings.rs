//! Strings: their parts and values; heredocs and their texts.

use std::collections::{HashMap, VecDeque};

use puppet_text::{TextRange, TextSize};
use rowan::{GreenNodeData, NodeOrToken};

use super::{
    AstNode, Expr, Heredoc, HeredocBody, InterpolatedString, Interpolation, RenderText, StringExpr,
    VariableExpr,
};
use crate::SyntaxKind::{self, *};
use crate::epp_text::{self, TextEnd};
use crate::heredoc::{self, HeredocEnd, HeredocPart, HeredocTag};
use crate::unescape::{self, Followed};
use crate::{SyntaxElement, SyntaxNode, SyntaxToken, nodes_of};

/// A part of a string with interpolation.
#[derive(Debug, Clone, PartialEq)]
pub enum StringPart {
    /// Text.
    Text {
        /// The value, with escapes replaced.
        value: String,
        /// Where it is written.
        range: TextRange,
    },
    /// `$name`
    Variable(VariableExpr),
    /// `${expression}`
    Interpolation(Interpolation),
}

impl StringExpr {
    /// The value: without quotes, with escapes replaced.
    pub fn value(&self) -> Option<String> {
        let token = self.text_token()?;
        Some(string_value(token.kind(), token.text()))
    }
}

/// The value of a token that is a string, or a bare word.
pub fn string_value(kind: SyntaxKind, text: &str) -> String {
    match kind {
        SQ_STRING => unescape::single_quoted(without_quotes(text, '\'')).into_owned(),
        DQ_STRING => {
            unescape::double_quoted(without_quotes(text, '"'), Followed::ByQuote).into_owned()
        }
        _ => text.to_owned(),
    }
}

fn without_quotes(text: &str, quote: char) -> &str {
    let inner = text.strip_prefix(quote).unwrap_or(text);
    inner.strip_suffix(quote).unwrap_or(inner)
}

impl InterpolatedString {
    /// The parts in order; text that is empty has none.
    pub fn parts(&self) -> Vec<StringPart> {
        parts(&self.syntax, |token, followed| {
            unescape::double_quoted(token.text(), followed).into_owned()
        })
    }
}

fn parts(node: &SyntaxNode, value: impl Fn(&SyntaxToken, Followed) -> String) -> Vec<StringPart> {
    let part = |element: SyntaxElement| {
        let followed = |it: &SyntaxToken| match it.next_sibling_or_token().map(|it| it.kind()) {
            Some(VARIABLE_EXPR | INTERPOLATION) => Followed::ByDollar,
            Some(STRING_END) => Followed::ByQuote,
            _ => Followed::ByNothing,
        };
        match element {
            SyntaxElement::Token(it) if matches!(it.kind(), STRING_TEXT | HEREDOC_TEXT) => {
                Some(StringPart::Text {
                    value: value(&it, followed(&it)),
                    range: it.text_range(),
                })
            }
            SyntaxElement::Token(_) => None,
            SyntaxElement::Node(it) => VariableExpr::cast(it.clone())
                .map(StringPart::Variable)
                .or_else(|| Interpolation::cast(it).map(StringPart::Interpolation)),
        }
    };
    node.children_with_tokens().filter_map(part).collect()
}

impl Heredoc {
    /// What the tag says, if it is not faulty.
    pub fn with_tag<T>(&self, read: impl FnOnce(HeredocTag<'_>) -> T) -> Option<T> {
        let token = self.tag_token()?;
        HeredocTag::parse(token.text()).ok().map(read)
    }

    /// The text of the heredoc. Looks through the whole file: for many heredocs use [`HeredocBodies`].
    pub fn body(&self) -> Option<HeredocBody> {
        let root = self.syntax.ancestors().last()?;
        HeredocBodies::new(&root).get(self)
    }
}

impl Heredoc {
    /// The value of a text that other constructs cover, so that no [`HeredocBody`] holds it: of a tag in a template whose
    /// text is text of the template too, for example. Nothing if the text has interpolations.
    pub fn covered_value(&self) -> Option<String> {
        let token = self.tag_token()?;
        let tag = HeredocTag::parse(token.text())
            .ok()
            .filter(|it| !it.interpolated)?;
        let root = self.syntax.ancestors().last()?;
        let below = TextRange::new(token.text_range().end(), root.text_range().end());
        let below = root
            .text()
            .slice(below - root.text_range().start())
            .to_string();
        let (_, text) = below.split_once('\n')?;
        let mut len = 0;
        for line in text.split_inclusive('\n') {
            if let Some(end) = HeredocEnd::parse(line, tag.tag) {
                let part = HeredocPart {
                    first: true,
                    last: true,
                };
                let value = heredoc::part_value(text.get(..len)?, part, &tag, end);
                return Some(value.into_owned());
            }
            len += line.len();
        }
        None
    }
}

impl HeredocBody {
    /// The parts of the text in order, with margin and escapes replaced as tag and end line say.
    pub fn parts(&self, tag: &HeredocTag<'_>) -> Vec<StringPart> {
        let end = self.end_token();
        let end = end
            .as_ref()
            .and_then(|it| HeredocEnd::parse(it.text(), tag.tag))
            .unwrap_or(HeredocEnd {
                margin: "",
                remove_break: false,
            });
        parts(&self.syntax, |token, _| {
            let part = HeredocPart {
                first: token.prev_sibling_or_token().is_none(),
                last: token
                    .next_sibling_or_token()
                    .is_none_or(|it| it.kind() == HEREDOC_END),
            };
            heredoc::part_value(token.text(), part, tag, end).into_owned()
        })
    }
}

/// Which text belongs to which tag, for a whole file.
#[derive(Debug)]
pub struct HeredocBodies {
    root: SyntaxNode,
    /// The ranges of the texts by the starts of their tags.
    by_tag: HashMap<TextSize, TextRange>,
}

impl HeredocBodies {
    /// Finds the heredocs of a file. Texts stand in the order of their tags.
    pub fn new(root: &SyntaxNode) -> HeredocBodies {
        let mut tags: VecDeque<(TextSize, &str)> = VecDeque::new();
        let mut by_tag = HashMap::new();
        for mark in marks(root.green(), root.text_range().start()) {
            match mark {
                HeredocMark::Tag(start, tag) => tags.push_back((start, tag)),
                HeredocMark::Body(body, range) => {
                    while let Some((start, tag)) = tags.pop_front() {
                        if ends(body, tag) {
                            by_tag.insert(start, range);
                            break;
                        }
                    }
                }
            }
        }
        HeredocBodies {
            root: root.clone(),
            by_tag,
        }
    }

    /// The text of a heredoc.
    pub fn get(&self, heredoc: &Heredoc) -> Option<HeredocBody> {
        let tag = heredoc.tag_token()?;
        let range = self.by_tag.get(&tag.text_range().start())?;
        if range.is_empty() {
            let mut bodies = nodes_of(&self.root, |kind| kind == HEREDOC_BODY).into_iter();
            return bodies
                .find(|it| it.text_range() == *range)
                .and_then(HeredocBody::cast);
        }
        let inner = match self.root.covering_element(*range) {
            SyntaxElement::Node(node) => node,
            SyntaxElement::Token(token) => token.parent()?,
        };
        inner.ancestors().find_map(HeredocBody::cast)
    }
}

/// A part of a heredoc.
enum HeredocMark<'t> {
    /// Where a tag starts, and the tag.
    Tag(TextSize, &'t str),
    /// A text, and where it is.
    Body(&'t GreenNodeData, TextRange),
}

/// The tags and texts below a node that starts at an offset, in the order of the text. No cursors: the tree may be large.
fn marks(root: &GreenNodeData, start: TextSize) -> Vec<HeredocMark<'_>> {
    let mut marks = Vec::new();
    let mut offset = start;
    let mut open = vec![root.children()];
    while let Some(children) = open.last_mut() {
        match children.next() {
            Some(NodeOrToken::Token(token)) => {
                if token.kind() == HEREDOC_TAG.into() {
                    marks.push(HeredocMark::Tag(offset, token.text()));
                }
                offset += token.text_len();
            }
            Some(NodeOrToken::Node(node)) => {
                if node.kind() == HEREDOC_BODY.into() {
                    let range = TextRange::at(offset, node.text_len());
                    marks.push(HeredocMark::Body(node, range));
                }
                open.push(node.children());
            }
            None => {
                open.pop();
            }
        }
    }
    marks
}

/// Whether a text is that of a tag.
fn ends(body: &GreenNodeData, tag: &str) -> bool {
    let mut tokens = body.children().filter_map(NodeOrToken::into_token);
    let end = tokens.find(|it| it.kind() == HEREDOC_END.into());
    match (end, HeredocTag::parse(tag)) {
        (Some(end), Ok(tag)) => HeredocEnd::parse(end.text(), tag.tag).is_some(),
        (None, _) => true,
        (Some(_), Err(_)) => false,
    }
}

impl RenderText {
    /// The text that is rendered, with the spaces removed that tags with `-` remove.
    pub fn value(&self) -> Option<String> {
        let is_part = |it: &SyntaxElement| matches!(it.kind(), EPP_TEXT | EPP_COMMENT);
        let mut tokens: Vec<SyntaxToken> = self
            .syntax
            .siblings_with_tokens(rowan::Direction::Prev)
            .skip(1)
            .take_while(is_part)
            .filter_map(|it| it.into_token())
            .collect();
        tokens.reverse();
        tokens.extend(
            self.syntax
                .children_with_tokens()
                .filter_map(|it| it.into_token()),
        );
        let first = tokens.first()?;
        let last = self.syntax.last_token()?;
        let after_trim = first
            .prev_token()
            .is_some_and(|it| it.kind() == EPP_CLOSE_TRIM);
        let end = match last.next_token().map(|it| it.kind()) {
            Some(EPP_OPEN_TRIM) => TextEnd::OpenTrim,
            Some(EPP_OPEN | EPP_OPEN_EXPR) => TextEnd::Open,
            _ => TextEnd::Template,
        };
        let parts = tokens.iter().map(|it| (it.kind(), it.text()));
        epp_text::rendered_text(parts, after_trim, end)
    }
}

impl Interpolation {
    /// The expression between the braces.
    pub fn expression(&self) -> Option<Expr> {
        self.expr()
    }
}
