//! Parameters that nothing reads.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Definition, Param};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use crate::fixes::with_comma;
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::search::is_given;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// Removes one to which no call passes a value, unless its position counts.
pub fn remove(site: &AssistContext<'_>, _: &FileDiagnostic) -> Option<ProposedFix> {
    let parameter: Param = site.node()?;
    let holder = Definition::cast(parameter.syntax().parent()?.parent()?)?;
    let is_named = matches!(
        holder.syntax().kind(),
        SyntaxKind::CLASS_DEF | SyntaxKind::DEFINE_DEF
    );
    let at = parameter.name_token()?.text_range().end();
    if !is_named || is_given(site.context, &holder.name()?, at) {
        return None;
    }
    let range = with_comma(site, trimmed_range(parameter.syntax()));
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        "Remove the parameter",
        vec![TextEdit::replace(range, "")],
    ))
}
