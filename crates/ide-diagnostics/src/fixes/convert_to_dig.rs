//! Elements of what may be undef.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AccessExpr, AstNode, Expr};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use crate::fixes::wrap_in_optional::only_key;
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// `$x['a']['b']` to `$x.dig('a', 'b')`
pub fn dig(site: &AssistContext<'_>, _: &FileDiagnostic) -> Option<ProposedFix> {
    let mut outer: AccessExpr = site.node()?;
    while let Some(around) = outer.syntax().parent().and_then(AccessExpr::cast) {
        outer = around;
    }
    let mut keys = Vec::new();
    let mut base = Expr::AccessExpr(outer.clone());
    while let Expr::AccessExpr(access) = &base {
        keys.push(site.source(only_key(access)?.syntax()));
        base = access.base()?;
    }
    keys.reverse();
    let is_bare = base.syntax().first_token()?.kind() == SyntaxKind::IMPLICIT_VARIABLE;
    if !matches!(base, Expr::VariableExpr(_)) || is_bare || keys.len() < 2 {
        return None;
    }
    let text = format!("{}.dig({})", site.source(base.syntax()), keys.join(", "));
    let edit = TextEdit::replace(trimmed_range(outer.syntax()), text);
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        "Replace with `dig`",
        vec![edit],
    ))
}
