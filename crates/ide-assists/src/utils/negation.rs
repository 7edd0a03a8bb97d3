//! Negation of conditions.

use crate::assist_context::{AssistContext, is_operand};
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Block, Expr, IfExpr, PrefixExpr};

/// Whether it is no `elsif`.
pub fn is_if(conditional: &IfExpr) -> bool {
    let keyword = conditional.keyword_token();
    keyword.is_some_and(|it| it.kind() == SyntaxKind::IF_KW)
}

/// Whether the cursor stands at the keyword or in the condition.
pub fn is_in_head(site: &AssistContext<'_>, then: &Block) -> bool {
    site.selection.end() <= then.syntax().text_range().start()
}

/// Whether it is `!`.
pub fn is_not(prefix: &PrefixExpr) -> bool {
    prefix
        .op_token()
        .is_some_and(|it| it.kind() == SyntaxKind::BANG)
}

/// The opposite. `<`, `<=`, `>` and `>=` compare types as well, of which neither may be within the other.
pub fn negated(site: &AssistContext<'_>, condition: &Expr) -> Option<String> {
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
