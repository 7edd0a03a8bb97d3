//! Elements between brackets: of a list, hash, parameter list, argument list or resource.

use crate::assist_context::AssistContext;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_syntax::ast::{AstNode, Expr, ResourceBody, ResourceExpr};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::{TextRange, TextSize};

/// Longer lines are not made.
pub const WIDTH: usize = 100;

/// Elements between brackets.
pub struct ElementList {
    /// The kind of the node.
    pub kind: SyntaxKind,
    /// The node with the brackets.
    pub node: SyntaxNode,
    /// The elements.
    pub elements: Vec<SyntaxNode>,
    /// What stands between the brackets.
    pub inside: TextRange,
}

impl ElementList {
    /// The innermost one around a selection.
    pub fn enclosing_list(site: &AssistContext<'_>) -> Option<Self> {
        let node = site
            .token
            .as_ref()?
            .parent_ancestors()
            .take_while(|it| it.kind() != SyntaxKind::BLOCK)
            .filter(|it| it.text_range().contains_range(site.selection))
            .find(|it| is_list(it.kind()))?;
        // The lines of a text are part of it.
        if node
            .ancestors()
            .any(|it| it.kind() == SyntaxKind::INTERPOLATION)
        {
            return None;
        }
        let inside = match ResourceBody::cast(node.clone()) {
            Some(body) => in_resource(&body)?,
            None => in_brackets(&node)?,
        };
        let is_element = |it: &SyntaxNode| it.text_range().start() >= inside.start();
        Some(Self {
            kind: node.kind(),
            elements: node.children().filter(is_element).collect(),
            inside,
            node,
        })
    }

    /// Whether a line ends between the elements.
    pub fn has_breaks(&self, site: &AssistContext<'_>) -> bool {
        let ends = self.elements.iter().map(|it| trimmed_range(it).end());
        let starts = self.elements.iter().map(|it| trimmed_range(it).start());
        let gaps = std::iter::once(self.inside.start()).chain(ends);
        let mut gaps = gaps.zip(starts.chain([self.inside.end()]));
        gaps.any(|(start, end)| {
            start <= end && site.slice(TextRange::new(start, end)).contains('\n')
        })
    }

    /// Whether a comment stands between the elements.
    pub fn has_comments_between(&self) -> bool {
        let between = match self.kind {
            SyntaxKind::RESOURCE_BODY => self.node.parent(),
            _ => None,
        };
        let around = std::iter::once(self.node.clone()).chain(between);
        let mut tokens = around
            .flat_map(|it| it.children_with_tokens())
            .filter(|it| self.inside.contains_range(it.text_range()));
        tokens.any(|it| matches!(it.kind(), SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT))
    }

    /// Whether there is a comment between or in the elements.
    pub fn has_comments(&self) -> bool {
        let tokens = self.node.descendants_with_tokens();
        let mut tokens = tokens.filter_map(|it| it.into_token());
        tokens.any(|it| matches!(it.kind(), SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT))
    }
}

fn is_list(kind: SyntaxKind) -> bool {
    use SyntaxKind::*;
    matches!(
        kind,
        LIST_EXPR | HASH_EXPR | PARAM_LIST | ARG_LIST | RESOURCE_BODY
    )
}

/// What stands between the brackets of a node.
fn in_brackets(node: &SyntaxNode) -> Option<TextRange> {
    use SyntaxKind::*;
    let tokens = node.children_with_tokens();
    let tokens = tokens.filter_map(|it| it.into_token());
    let tokens: Vec<_> = tokens.filter(|it| !it.kind().is_trivia()).collect();
    let (first, last) = (tokens.first()?, tokens.last()?);
    let fits = matches!(
        (first.kind(), last.kind()),
        (L_BRACK, R_BRACK) | (L_BRACE, R_BRACE) | (L_PAREN, R_PAREN)
    );
    fits.then(|| TextRange::new(first.text_range().end(), last.text_range().start()))
}

/// What follows the title of the only body of a resource.
fn in_resource(body: &ResourceBody) -> Option<TextRange> {
    let resource = ResourceExpr::cast(body.syntax().parent()?)?;
    let is_only = resource.bodies().count() == 1;
    let is_short = !matches!(body.title()?, Expr::ListExpr(_) | Expr::HashExpr(_));
    let start = body.colon_token()?.text_range().end();
    let end = resource.r_brace_token()?.text_range().start();
    // A semicolon ends a body.
    let last = trimmed_range(body.syntax()).end();
    let gap = resource.syntax().children_with_tokens();
    let mut gap = gap.filter_map(|it| it.into_token());
    let has_semicolon = gap
        .any(|it| it.kind() == SyntaxKind::SEMICOLON && it.text_range().start() >= last.min(end));
    let is_whole = start <= end && start > TextSize::new(0);
    (is_only && is_short && !has_semicolon && is_whole).then(|| TextRange::new(start, end))
}
