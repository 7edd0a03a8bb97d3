//! Definite assignment: the effects of a statement whichever branch is taken.

use puppet_syntax::ast::{AstNode, Block, ElseClause, Expr};

use puppet_ide_db::syntax_ext::one_line;

/// Whether a variable (`$x`) exists after a statement, if Puppet gets there.
pub fn sets(statement: &Expr, variable: &str) -> bool {
    let otherwise = |clause: Option<ElseClause>| {
        clause.is_some_and(|it| match it.if_expr() {
            Some(next) => sets(&Expr::IfExpr(next), variable),
            None => sets_in(it.block(), variable),
        })
    };
    match statement {
        Expr::AssignExpr(it) => it.lhs().is_some_and(|it| one_line(it.syntax()) == variable),
        Expr::IfExpr(it) => sets_in(it.then(), variable) && otherwise(it.else_clause()),
        Expr::UnlessExpr(it) => sets_in(it.then(), variable) && otherwise(it.else_clause()),
        Expr::CaseExpr(it) => {
            let mut values = it.options().flat_map(|it| it.values());
            values.any(|it| matches!(it, Expr::DefaultExpr(_)))
                && it.options().all(|it| sets_in(it.block(), variable))
        }
        _ => false,
    }
}

fn sets_in(block: Option<Block>, variable: &str) -> bool {
    let mut statements = block.iter().flat_map(Block::statements);
    statements.any(|it| sets(&it, variable) || fails(&it))
}

/// `fail(…)`, `fail …`
fn fails(statement: &Expr) -> bool {
    let function = match statement {
        Expr::CallExpr(it) => it.function_name(),
        Expr::StatementCall(it) => it.operands().next().map(|it| one_line(it.syntax())),
        _ => None,
    };
    function.is_some_and(|it| it == "fail")
}
