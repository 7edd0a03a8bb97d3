//! Conditions and selectors.

use puppet_syntax::ast::{
    AstNode, Block, CaseExpr, CaseOption as AstCaseOption, ElseClause, IfExpr,
    SelectorEntry as AstSelectorEntry, SelectorExpr, UnlessExpr,
};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::TextSize;

use super::{Lowerer, span, token_range};
use crate::model::{CaseOption, Expr, ExprId, SelectorEntry};

impl Lowerer {
    /// `if`. Puppet's length counts from the condition to the end of the last branch that is
    /// not empty.
    pub(super) fn if_expression(&mut self, if_expr: &IfExpr) -> ExprId {
        self.if_with(if_expr, |it| it.else_branch(if_expr.else_clause()))
    }

    fn if_with(
        &mut self,
        if_expr: &IfExpr,
        otherwise: impl FnOnce(&mut Self) -> Option<ExprId>,
    ) -> ExprId {
        let node = if_expr.syntax();
        let test = self.operand(if_expr.condition(), node);
        let block = if_expr.then();
        let end = end_of(block.as_ref(), node);
        let then = self.branch(block);
        let otherwise = otherwise(self);
        let end = otherwise.map_or(end, |it| self.reported(it).end());
        let start = token_range(if_expr.keyword_token(), node).start();
        let counted = span(self.reported(test).start(), end);
        let expr = Expr::If {
            test,
            then,
            otherwise,
        };
        self.add(expr, span(start, start + counted.len()), node.text_range())
    }

    /// `unless`. Puppet's length leaves out the `else`.
    pub(super) fn unless_expression(&mut self, unless: &UnlessExpr) -> ExprId {
        let node = unless.syntax();
        let test = self.operand(unless.condition(), node);
        let block = unless.then();
        let end = end_of(block.as_ref(), node);
        let then = self.branch(block);
        let otherwise = self.else_branch(unless.else_clause());
        let keyword = token_range(unless.unless_token(), node);
        let end = match (then, otherwise) {
            (Some(_), _) => end,
            (None, Some(otherwise)) => self.reported(otherwise).end(),
            (None, None) => keyword.end(),
        };
        let expr = Expr::Unless {
            test,
            then,
            otherwise,
        };
        self.add(expr, span(keyword.start(), end), node.text_range())
    }

    /// A block of a condition: the only statement, a block of several, or nothing.
    fn branch(&mut self, block: Option<Block>) -> Option<ExprId> {
        let block = block?;
        let statements = self.statements(block.statements());
        self.hole_unless_closed(block.syntax(), SyntaxKind::R_BRACE);
        let range = block.syntax().text_range();
        self.block_or_expression(statements, Some(range), range)
    }

    fn else_branch(&mut self, clause: Option<ElseClause>) -> Option<ExprId> {
        let mut clauses = vec![clause?];
        // A chain of `elsif` is lowered from its end, without recursion.
        while let Some(nested) = clauses.last()?.if_expr().and_then(|it| it.else_clause()) {
            clauses.push(nested);
        }
        let mut otherwise = None;
        while let Some(clause) = clauses.pop() {
            otherwise = match clause.if_expr() {
                Some(nested) => Some(self.if_with(&nested, |_| otherwise)),
                None => self.branch(clause.block()),
            };
        }
        otherwise
    }

    pub(super) fn case_expression(&mut self, case: &CaseExpr) -> ExprId {
        let node = case.syntax();
        let test = self.operand(case.subject(), node);
        let options = case.options().collect::<Vec<_>>();
        let options = options.iter().map(|it| self.case_option(it)).collect();
        let range = node.text_range();
        self.add(Expr::Case { test, options }, range, range)
    }

    fn case_option(&mut self, option: &AstCaseOption) -> CaseOption {
        let node = option.syntax();
        let values = option.values().collect::<Vec<_>>();
        let values = values.iter().map(|it| self.expr(it)).collect();
        let colon = token_range(option.colon_token(), node);
        let then = self.body(option.block(), colon.start());
        let reported = span(colon.start(), node.text_range().end());
        CaseOption {
            part: self.part(reported, node.text_range(), None),
            values,
            then,
        }
    }

    /// `left ? { … }`. Puppet's place is that of `left`.
    pub(super) fn selector(&mut self, selector: &SelectorExpr, left: ExprId) -> ExprId {
        let node = selector.syntax();
        let entries = selector.entries().collect::<Vec<_>>();
        let selectors = entries.iter().map(|it| self.selector_entry(it)).collect();
        self.add(
            Expr::Selector { left, selectors },
            self.reported(left),
            node.text_range(),
        )
    }

    fn selector_entry(&mut self, entry: &AstSelectorEntry) -> SelectorEntry {
        let node = entry.syntax();
        let matching = self.operand(entry.pattern(), node);
        let value = self.operand(entry.value(), node);
        let arrow = token_range(entry.fat_arrow_token(), node);
        SelectorEntry {
            part: self.part(arrow, node.text_range(), None),
            matching,
            value,
        }
    }
}

/// The end of a block; without one, of the node that should have it.
fn end_of(block: Option<&Block>, node: &SyntaxNode) -> TextSize {
    let node = block.map_or(node, |it| it.syntax());
    node.text_range().end()
}
