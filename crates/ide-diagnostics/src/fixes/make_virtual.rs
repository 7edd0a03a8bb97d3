//! Virtual resources that nothing realizes, or that cannot be virtual.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, VirtualExpr};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;

/// `@user { 'a': }` to `user { 'a': }`
pub fn declare(site: &AssistContext<'_>, _: &FileDiagnostic) -> Option<ProposedFix> {
    let virtual_resource: VirtualExpr = site.node()?;
    let at = virtual_resource.syntax().first_token()?;
    let is_at = matches!(at.kind(), SyntaxKind::AT | SyntaxKind::AT_AT);
    is_at.then(|| {
        let title = format!("Remove `{}` to declare the resource normally", at.text());
        crate::fixes::proposed_fix::ProposedFix::unsafe_(
            title,
            vec![TextEdit::replace(at.text_range(), "")],
        )
    })
}
