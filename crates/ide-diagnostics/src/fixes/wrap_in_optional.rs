//! `Optional` around the type of a parameter that is never undef.

use puppet_syntax::ast::{AccessExpr, AstNode, Expr, Param};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// `Optional[Integer] $port = 80` to `Integer $port = 80`
pub fn unwrap(site: &AssistContext<'_>, _: &FileDiagnostic) -> Option<ProposedFix> {
    let parameter: Param = site.node()?;
    let Expr::AccessExpr(ty) = parameter.ty()? else {
        return None;
    };
    let inner = only_key(&ty)?;
    let text = match &inner {
        Expr::StringExpr(_) => return None,
        inner => site.source(inner.syntax()),
    };
    let is_optional = site.source(ty.base()?.syntax()) == "Optional";
    is_optional.then(|| {
        let edit = TextEdit::replace(trimmed_range(ty.syntax()), text);
        crate::fixes::proposed_fix::ProposedFix::unsafe_("Remove `Optional`", vec![edit])
    })
}

/// What stands alone between brackets.
pub fn only_key(access: &AccessExpr) -> Option<Expr> {
    let keys = access.access_keys()?;
    let mut keys = keys.keys();
    let key = keys.next()?;
    keys.next().is_none().then_some(key)
}
