//! Templates.

use puppet_syntax::ast::{AstNode, EppTemplate, RenderExpr, RenderText};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use text_size::{TextRange, TextSize};

use crate::lower::{Lowerer, span};
use crate::model::{Expr, ExprId};

impl Lowerer {
    /// A template is a lambda without name.
    pub(super) fn template(&mut self, template: &EppTemplate) -> ExprId {
        let full = template.syntax().text_range();
        let start = TextRange::empty(TextSize::new(0));
        let list = template.param_list();
        let parameters_specified = list.is_some();
        let parameters = self.parameters(list);
        let statements = self.statements(template.statements());
        let body = self.block_at(statements, start.start(), full);
        let epp = Expr::Epp {
            parameters_specified,
            body,
        };
        let epp = self.add(epp, start, full);
        let lambda = Expr::Lambda {
            parameters,
            return_type: None,
            body: Some(epp),
        };
        self.add(lambda, start, full)
    }

    /// Text. Puppet counts the tag after it to it.
    pub(super) fn render_text(&mut self, text: &RenderText) -> ExprId {
        let node = text.syntax();
        let value = text.value().unwrap_or_default();
        let tag = node.last_token().and_then(|it| it.next_token());
        let tag = tag.filter(|it| {
            matches!(
                it.kind(),
                SyntaxKind::EPP_OPEN | SyntaxKind::EPP_OPEN_TRIM | SyntaxKind::EPP_OPEN_EXPR
            )
        });
        let end = tag.map_or(node.text_range().end(), |it| it.text_range().end());
        let reported = span(text_start(node), end);
        self.add(
            Expr::RenderString(value.into()),
            reported,
            node.text_range(),
        )
    }

    /// `<%= expression %>`. Puppet says that it starts where the text before it does.
    pub(super) fn render(&mut self, render: &RenderExpr) -> ExprId {
        let node = render.syntax();
        let inner = match render.block() {
            Some(block) => {
                let range = block.syntax().text_range();
                let statements = self.statements(block.statements());
                self.block_or_expression(statements, Some(range), range)
            }
            None => render.expr().map(|it| self.expr(&it)),
        };
        let inner = match inner {
            Some(inner) => inner,
            None => self.missing(node.text_range().end()),
        };
        let reported = span(text_start(node), node.text_range().end());
        self.add(Expr::Render(inner), reported, node.text_range())
    }
}

/// Where the text starts that stands before a node, or that the node is: after the last tag.
fn text_start(node: &SyntaxNode) -> TextSize {
    let mut start = node.text_range().start();
    let mut before = node.first_token().and_then(|it| it.prev_token());
    while let Some(token) = before {
        if !matches!(token.kind(), SyntaxKind::EPP_TEXT | SyntaxKind::EPP_COMMENT) {
            break;
        }
        start = token.text_range().start();
        before = token.prev_token();
    }
    start
}
