//! Variables that only some branches set.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AssignExpr, AstNode, Block, Expr, IfExpr};

use super::{Diagnostic, Mending};
use crate::code_actions::site::{Site, statement};
use crate::source_change::TextEdit;
use crate::syntax::{enclosing_body, trimmed_range};

/// `else { $kind = undef }` behind the `if` that sets it.
pub(super) fn set(site: &Site<'_>, diagnostic: &Diagnostic) -> Option<Mending> {
    let variable = format!(
        "${}",
        site.slice(diagnostic.place.range).trim_start_matches('$')
    );
    let body = enclosing_body(&site.token.as_ref()?.parent()?);
    let conditionals = body.descendants().filter_map(IfExpr::cast);
    let before =
        conditionals.filter(|it| it.syntax().text_range().end() <= diagnostic.place.range.start());
    let chain = before
        .filter(|it| it.keyword_token().map(|it| it.kind()) == Some(SyntaxKind::IF_KW))
        .filter(|it| statement(it.syntax()).as_ref() == Some(it.syntax()))
        .filter_map(|it| Some((last_of(it.clone(), site, &variable)?, it)))
        .last();
    let (last, first) = chain?;
    // Another `if` may set it, too.
    let mut assignments = body.descendants().filter_map(AssignExpr::cast);
    let whole = first.syntax().text_range();
    let is_set_elsewhere = assignments
        .any(|it| is_of(site, &it, &variable) && !whole.contains_range(it.syntax().text_range()));
    if is_set_elsewhere {
        return None;
    }
    let indent = site.indentation(trimmed_range(first.syntax()).start());
    let step = site.step();
    let text = format!(" else {{\n{indent}{step}{variable} = undef\n{indent}}}");
    let at = trimmed_range(last.then()?.syntax()).end();
    Some(Mending::unsafe_(
        format!("set {variable} to undef otherwise"),
        vec![TextEdit::insert(at, text)],
    ))
}

/// The last `elsif` of a chain without `else`, if all of its blocks set a variable.
fn last_of(mut conditional: IfExpr, site: &Site<'_>, variable: &str) -> Option<IfExpr> {
    loop {
        if !assigns(site, &conditional.then()?, variable) {
            return None;
        }
        match conditional.else_clause() {
            Some(clause) => conditional = clause.if_expr()?,
            None => return Some(conditional),
        }
    }
}

fn assigns(site: &Site<'_>, block: &Block, variable: &str) -> bool {
    block.statements().any(|it| match it {
        Expr::AssignExpr(it) => is_of(site, &it, variable),
        _ => false,
    })
}

fn is_of(site: &Site<'_>, assignment: &AssignExpr, variable: &str) -> bool {
    let left = assignment.lhs();
    left.is_some_and(|it| site.source(it.syntax()) == variable)
}
