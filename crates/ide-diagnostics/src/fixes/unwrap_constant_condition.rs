//! Conditions that are always true.

use puppet_diagnostics::Subject;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, BinExpr, Expr, IfExpr};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::{AssistContext, gives_value, statement};
use puppet_ide_assists::utils::reindent::moved_part;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// `if true { f() }` to `f()`
pub fn unwrap(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let conditional: IfExpr = site.node()?;
    let condition = conditional.condition()?;
    let node = conditional.syntax();
    let is_whole = trimmed_range(condition.syntax()) == diagnostic.place.range
        && conditional.keyword_token()?.kind() == SyntaxKind::IF_KW
        && statement(node).as_ref() == Some(node);
    let is_true = matches!(condition, Expr::BooleanExpr(_)) && is_always_true(diagnostic);
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
    Some(crate::fixes::proposed_fix::ProposedFix::safe(
        "Remove the condition",
        vec![TextEdit::replace(trimmed_range(node), text)],
    ))
}

/// `$a and $b =~ String` to `$a`
pub fn leave_out(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    if !is_always_true(diagnostic) {
        return None;
    }
    let mut test: Expr = site.node()?;
    while trimmed_range(test.syntax()) != diagnostic.place.range {
        test = test.syntax().ancestors().skip(1).find_map(Expr::cast)?;
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
        crate::fixes::proposed_fix::ProposedFix::unsafe_("Remove the test", vec![edit])
    })
}

fn is_always_true(diagnostic: &FileDiagnostic) -> bool {
    diagnostic.subject.as_deref() == Some(&Subject::Always(true))
}
