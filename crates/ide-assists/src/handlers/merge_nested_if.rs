//! Assist `merge_nested_if`.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Expr, IfExpr};

use crate::assist_context::{AssistContext, is_tied_down};
use crate::utils::reindent::reindent;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// Merges an `if` that contains nothing but another `if` into one with `and`.
///
/// ```puppet
/// i$0f $a {
///   if $b or $c {
///     f(1)
///   }
/// }
/// ```
///
/// becomes
///
/// ```puppet
/// if $a and ($b or $c) {
///   f(1)
/// }
/// ```
pub fn merge_nested_if(site: &AssistContext<'_>) -> Option<CodeAction> {
    let outer: IfExpr = site.node()?;
    let then = outer.then()?;
    let in_head = site.selection.end() <= then.syntax().text_range().start();
    let is_if = outer.keyword_token()?.kind() == SyntaxKind::IF_KW;
    let mut statements = then.statements();
    let (Expr::IfExpr(inner), None) = (statements.next()?, statements.next()) else {
        return None;
    };
    let has_others = outer.else_clause().is_some() || inner.else_clause().is_some();
    if !in_head || !is_if || has_others {
        return None;
    }
    let block = inner.then()?;
    // Comments of the blocks stay; others would be lost.
    let comments = |node: &puppet_syntax::SyntaxNode| {
        let tokens = node.descendants_with_tokens();
        let tokens = tokens.filter_map(|it| it.into_token());
        tokens
            .filter(|it| it.kind().is_trivia() && it.kind() != SyntaxKind::WHITESPACE)
            .count()
    };
    if comments(outer.syntax()) != comments(block.syntax()) {
        return None;
    }
    let (first, second) = (outer.condition()?, inner.condition()?);
    if is_tied_down(first.syntax()) || is_tied_down(second.syntax()) {
        return None;
    }
    let indent = site.indentation(trimmed_range(outer.syntax()).start());
    let inner_indent = site.indentation(trimmed_range(inner.syntax()).start());
    let text = format!(
        "if {} and {} {}",
        operand(site, &first)?,
        operand(site, &second)?,
        reindent(block.syntax(), inner_indent, indent)?
    );
    let edit = TextEdit::replace(trimmed_range(outer.syntax()), text);
    site.action(
        "Merge with the nested `if`",
        ActionKind::Rewrite,
        vec![edit],
    )
}

/// A condition beside `and`.
fn operand(site: &AssistContext<'_>, condition: &Expr) -> Option<String> {
    let text = site.source(condition.syntax());
    let binds_less = match condition {
        Expr::BinExpr(binary) => binary.op_token()?.kind() == SyntaxKind::OR_KW,
        Expr::AssignExpr(_) | Expr::SelectorExpr(_) | Expr::RelationshipExpr(_) => true,
        _ => false,
    };
    Some(match binds_less {
        true => format!("({text})"),
        false => text.to_owned(),
    })
}
