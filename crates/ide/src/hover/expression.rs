//! Hover of an expression: its type, or its value as a decimal number.

use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{self, AccessExpr, AccessKeys, AstNode, Expr, HashEntry};
use puppet_text::TextSize;

use crate::hover::Hover;
use crate::hover::inferred_type::inferred_at;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::syntax_ext::{self, trimmed_range};

/// The type of the expression at an offset.
pub(super) fn expression(
    context: FileContext<'_>,
    root: &SyntaxNode,
    offset: TextSize,
) -> Option<Hover> {
    let token = syntax_ext::word_at(root, offset).filter(|token| !token.kind().is_trivia())?;
    let expr = token.parent_ancestors().find_map(Expr::cast)?;
    // What a statement gives is not what its keyword is about.
    if token.kind().is_keyword() && is_statement(&expr) {
        return None;
    }
    let valued = valued(&expr);
    if valued == expr && is_plain(&valued) {
        return None;
    }
    let code = inferred_at(context, trimmed_range(valued.syntax()))?;
    Some(Hover {
        range: trimmed_range(expr.syntax()),
        code: vec![code],
        documentation: None,
    })
}

/// Whether a value is what is written: its type says nothing new. What is no decimal number is told as one.
fn is_plain(expr: &Expr) -> bool {
    use Expr::{BooleanExpr, DefaultExpr, NameExpr, RegexExpr, StringExpr, UndefExpr};
    match expr {
        BooleanExpr(_) | DefaultExpr(_) | NameExpr(_) | RegexExpr(_) | StringExpr(_)
        | UndefExpr(_) => true,
        Expr::NumberExpr(number) => {
            let written = number.syntax().text().to_string();
            !written.trim().starts_with('0') || written.trim().len() == 1
        }
        _ => false,
    }
}

fn is_statement(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::IfExpr(_) | Expr::UnlessExpr(_) | Expr::CaseExpr(_) | Expr::ApplyExpr(_)
    ) || ast::Definition::can_cast(expr.syntax().kind())
}

/// What an expression says something about: a key (`$x['y']`, `{ y => 1 }`) tells of what it leads to.
fn valued(expr: &Expr) -> Expr {
    if !matches!(expr, Expr::StringExpr(_) | Expr::NameExpr(_)) {
        return expr.clone();
    }
    let holder = expr.syntax().parent();
    let around = holder.clone().and_then(AccessKeys::cast);
    if let Some(access) = around.and_then(|it| AccessExpr::cast(it.syntax().parent()?)) {
        return Expr::AccessExpr(access);
    }
    let entry = holder.and_then(HashEntry::cast);
    let entry = entry.filter(|it| it.key().is_some_and(|key| key.syntax() == expr.syntax()));
    entry
        .and_then(|it| it.value())
        .unwrap_or_else(|| expr.clone())
}
