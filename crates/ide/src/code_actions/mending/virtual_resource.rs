//! Virtual resources that nothing realizes, or that cannot be virtual.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, VirtualExpr};

use super::{Diagnostic, ProposedFix};
use crate::code_actions::site::AssistContext;
use crate::source_change::TextEdit;

/// `@user { 'a': }` to `user { 'a': }`
pub(super) fn declare(site: &AssistContext<'_>, _: &Diagnostic) -> Option<ProposedFix> {
    let virtual_resource: VirtualExpr = site.node()?;
    let at = virtual_resource.syntax().first_token()?;
    let is_at = matches!(at.kind(), SyntaxKind::AT | SyntaxKind::AT_AT);
    is_at.then(|| {
        let title = format!("Remove `{}` to declare the resource normally", at.text());
        ProposedFix::unsafe_(title, vec![TextEdit::replace(at.text_range(), "")])
    })
}
