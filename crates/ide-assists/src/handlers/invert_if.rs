//! The opposite of a condition, and branches that change their places.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Block, Expr, IfExpr, PrefixExpr, UnlessExpr};

use crate::assist_context::{AssistContext, holds_its_heredocs, is_operand};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// `if !$a { 1 } else { 2 }` to `if $a { 2 } else { 1 }`, and back.
pub fn invert(site: &AssistContext<'_>) -> Option<CodeAction> {
    let conditional: IfExpr = site.node()?;
    let then = conditional.then()?;
    let otherwise = conditional.else_clause()?.block()?;
    let is_whole = holds_its_heredocs(then.syntax()) && holds_its_heredocs(otherwise.syntax());
    if !is_if(&conditional) || !in_head(site, &then) || !is_whole {
        return None;
    }
    let condition = conditional.condition()?;
    let edits = vec![
        TextEdit::replace(
            trimmed_range(condition.syntax()),
            negated(site, &condition)?,
        ),
        TextEdit::replace(
            trimmed_range(then.syntax()),
            site.source(otherwise.syntax()),
        ),
        TextEdit::replace(
            trimmed_range(otherwise.syntax()),
            site.source(then.syntax()),
        ),
    ];
    site.action("Invert the condition", ActionKind::Rewrite, edits)
}

/// `unless $a { }` to `if !$a { }`
pub fn unless_to_if(site: &AssistContext<'_>) -> Option<CodeAction> {
    let conditional: UnlessExpr = site.node()?;
    let condition = conditional.condition()?;
    if !in_head(site, &conditional.then()?) {
        return None;
    }
    let keyword = conditional.unless_token()?.text_range();
    let edits = vec![
        TextEdit::replace(keyword, "if"),
        TextEdit::replace(
            trimmed_range(condition.syntax()),
            negated(site, &condition)?,
        ),
    ];
    site.action("Convert `unless` to `if`", ActionKind::Rewrite, edits)
}

/// `if !$a { }` to `unless $a { }`
pub fn if_to_unless(site: &AssistContext<'_>) -> Option<CodeAction> {
    let conditional: IfExpr = site.node()?;
    let condition = conditional.condition()?;
    let has_elsif = conditional
        .else_clause()
        .is_some_and(|clause| clause.if_expr().is_some());
    if has_elsif || !is_if(&conditional) || !in_head(site, &conditional.then()?) {
        return None;
    }
    let is_negative = match &condition {
        Expr::PrefixExpr(prefix) => is_not(prefix),
        Expr::BinExpr(binary) => matches!(
            binary.op_token()?.kind(),
            SyntaxKind::BANG_EQ | SyntaxKind::BANG_TILDE
        ),
        _ => false,
    };
    if !is_negative {
        return None;
    }
    let keyword = conditional.keyword_token()?.text_range();
    let edits = vec![
        TextEdit::replace(keyword, "unless"),
        TextEdit::replace(
            trimmed_range(condition.syntax()),
            negated(site, &condition)?,
        ),
    ];
    site.action("Convert `if` to `unless`", ActionKind::Rewrite, edits)
}

/// Whether it is no `elsif`.
fn is_if(conditional: &IfExpr) -> bool {
    let keyword = conditional.keyword_token();
    keyword.is_some_and(|it| it.kind() == SyntaxKind::IF_KW)
}

/// Whether the cursor stands at the keyword or in the condition.
fn in_head(site: &AssistContext<'_>, then: &Block) -> bool {
    site.selection.end() <= then.syntax().text_range().start()
}

fn is_not(prefix: &PrefixExpr) -> bool {
    prefix
        .op_token()
        .is_some_and(|it| it.kind() == SyntaxKind::BANG)
}

/// The opposite. `<` and its like compare types as well, of which neither may be within the other.
fn negated(site: &AssistContext<'_>, condition: &Expr) -> Option<String> {
    let text = site.source(condition.syntax());
    match condition {
        Expr::PrefixExpr(prefix) if is_not(prefix) => {
            let operand = prefix.expr()?;
            let inner = match &operand {
                Expr::ParenExpr(paren) => match paren.expr()? {
                    // An assignment is no condition without them.
                    Expr::AssignExpr(_) => operand,
                    inner => inner,
                },
                _ => operand,
            };
            return Some(site.source(inner.syntax()).to_owned());
        }
        Expr::BinExpr(binary) => {
            let operator = binary.op_token()?;
            let opposite = match operator.kind() {
                SyntaxKind::EQ_EQ => Some("!="),
                SyntaxKind::BANG_EQ => Some("=="),
                SyntaxKind::EQ_TILDE => Some("!~"),
                SyntaxKind::BANG_TILDE => Some("=~"),
                _ => None,
            };
            if let Some(opposite) = opposite {
                let at = operator.text_range() - trimmed_range(condition.syntax()).start();
                let mut text = text.to_owned();
                text.replace_range(std::ops::Range::<usize>::from(at), opposite);
                return Some(text);
            }
        }
        _ => {}
    }
    Some(match is_operand(condition) {
        true => format!("!{text}"),
        false => format!("!({text})"),
    })
}
