//! Conditions that are always true.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, BinExpr, Expr, IfExpr};

use super::Mending;
use crate::code_actions::layout::moved_part;
use crate::code_actions::site::{Site, gives_value, statement};
use crate::diagnostics::Diagnostic;
use crate::source_change::TextEdit;
use crate::syntax::trimmed_range;

/// `if true { f() }` to `f()`
pub(super) fn unwrap(site: &Site<'_>, diagnostic: &Diagnostic) -> Option<Mending> {
    let conditional: IfExpr = site.node()?;
    let condition = conditional.condition()?;
    let node = conditional.syntax();
    let is_whole = trimmed_range(condition.syntax()) == diagnostic.range
        && conditional.keyword_token()?.kind() == SyntaxKind::IF_KW
        && statement(node).as_ref() == Some(node);
    let is_true =
        matches!(condition, Expr::BooleanExpr(_)) && diagnostic.message.ends_with("always true");
    if !is_whole || !is_true || conditional.else_clause().is_some() || gives_value(node) {
        return None;
    }
    let block = conditional.then()?;
    let first = trimmed_range(block.statements().next()?.syntax());
    let last = trimmed_range(block.statements().last()?.syntax());
    let comments = |node: &puppet_syntax::SyntaxNode| {
        let tokens = node.children_with_tokens();
        tokens.filter(|it| it.kind() == SyntaxKind::COMMENT).count()
    };
    let inside = first.cover(last);
    // Comments that stand around the statements would be lost.
    if comments(block.syntax()) + comments(node) > 0 {
        return None;
    }
    let indent = site.indentation(trimmed_range(node).start());
    let text = moved_part(
        block.syntax(),
        inside,
        site.indentation(first.start()),
        indent,
    )?;
    Some(Mending::safe(
        "leave the condition out",
        vec![TextEdit::replace(trimmed_range(node), text)],
    ))
}

/// `$a and $b =~ String` to `$a`
pub(super) fn leave_out(site: &Site<'_>, diagnostic: &Diagnostic) -> Option<Mending> {
    let mut test: Expr = site.node()?;
    while trimmed_range(test.syntax()) != diagnostic.range {
        test = test.syntax().ancestors().skip(1).find_map(Expr::cast)?;
    }
    let is_unequal = matches!(&test, Expr::BinExpr(test)
        if test.op_token().is_some_and(|it| it.kind() == SyntaxKind::BANG_EQ));
    let is_true = diagnostic.message.starts_with("this is always true")
        || is_unequal && diagnostic.message.starts_with("this test decides nothing");
    if !is_true {
        return None;
    }
    let around = BinExpr::cast(test.syntax().parent()?)?;
    let is_and = around.op_token()?.kind() == SyntaxKind::AND_KW;
    let other = match around.lhs()?.syntax() == test.syntax() {
        true => around.rhs()?,
        false => around.lhs()?,
    };
    let text = site.source(other.syntax());
    is_and.then(|| {
        let edit = TextEdit::replace(trimmed_range(around.syntax()), text);
        Mending::unsafe_("leave the test out", vec![edit])
    })
}
