//! Assist `convert_if_to_unless`.

use crate::assist_context::AssistContext;
use crate::utils::negation::{is_if, is_not, negated};
use crate::utils::selectors::is_in_head;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Expr, IfExpr};

/// Converts an `if` with a negated condition to `unless`.
///
/// ```puppet
/// i$0f $a != 1 { f(1) }
/// ```
///
/// becomes
///
/// ```puppet
/// unless $a == 1 { f(1) }
/// ```
pub fn convert_if_to_unless(site: &AssistContext<'_>) -> Option<CodeAction> {
    let conditional: IfExpr = site.node()?;
    let condition = conditional.condition()?;
    let has_elsif = conditional
        .else_clause()
        .is_some_and(|clause| clause.if_expr().is_some());
    if has_elsif || !is_if(&conditional) || !is_in_head(site, &conditional.then()?) {
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
