//! The elements of a list, hash, parameter list or resource, each on a line of its own or all on one.

use puppet_syntax::ast::{AstNode, Expr, ResourceBody, ResourceExpr};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::{TextRange, TextSize};

use crate::assist_context::AssistContext;
use crate::utils::reindent::moved;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// Longer lines are not made.
const WIDTH: usize = 100;

/// `[1, 2]` with each element on a line of its own.
pub fn spread(site: &AssistContext<'_>) -> Option<CodeAction> {
    let list = List::at(site)?;
    if list.elements.len() < 2 || list.has_breaks(site) || list.has_comments_between() {
        return None;
    }
    let indent = site.indentation(list.inside.start());
    let deeper = format!("{indent}{}", site.step());
    let mut text = String::new();
    for element in &list.elements {
        let from = site.indentation(trimmed_range(element).start());
        text.push_str(&format!("\n{deeper}{},", moved(element, from, &deeper)?));
    }
    if list.kind == SyntaxKind::ARG_LIST {
        text.pop();
    }
    text.push_str(&format!("\n{indent}"));
    let edit = TextEdit::replace(list.inside, text);
    site.action(
        "Put each element on its own line",
        ActionKind::Rewrite,
        vec![edit],
    )
}

/// The same the other way round, if the line does not get too long.
pub fn join(site: &AssistContext<'_>) -> Option<CodeAction> {
    let list = List::at(site)?;
    if list.elements.is_empty() || !list.has_breaks(site) || list.has_comments() {
        return None;
    }
    let elements: Option<Vec<String>> = list.elements.iter().map(|it| moved(it, "", "")).collect();
    let text = elements?.join(", ");
    if text.contains('\n') {
        return None;
    }
    let text = match list.kind {
        SyntaxKind::HASH_EXPR => format!(" {text} "),
        SyntaxKind::RESOURCE_BODY => format!(" {text} "),
        _ => text,
    };
    let line = site.line_start(list.inside.start());
    let before = site.slice(TextRange::new(line, list.inside.start()));
    if before.chars().count() + text.chars().count() >= WIDTH {
        return None;
    }
    let edit = TextEdit::replace(list.inside, text);
    site.action(
        "Put all elements on one line",
        ActionKind::Rewrite,
        vec![edit],
    )
}

/// Elements between brackets.
struct List {
    kind: SyntaxKind,
    node: SyntaxNode,
    elements: Vec<SyntaxNode>,
    /// What stands between the brackets.
    inside: TextRange,
}

impl List {
    /// The innermost one around a selection.
    fn at(site: &AssistContext<'_>) -> Option<Self> {
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
    fn has_breaks(&self, site: &AssistContext<'_>) -> bool {
        let ends = self.elements.iter().map(|it| trimmed_range(it).end());
        let starts = self.elements.iter().map(|it| trimmed_range(it).start());
        let gaps = std::iter::once(self.inside.start()).chain(ends);
        let mut gaps = gaps.zip(starts.chain([self.inside.end()]));
        gaps.any(|(start, end)| {
            start <= end && site.slice(TextRange::new(start, end)).contains('\n')
        })
    }

    fn has_comments_between(&self) -> bool {
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

    fn has_comments(&self) -> bool {
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

/// What stands behind the title of the only body of a resource.
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
