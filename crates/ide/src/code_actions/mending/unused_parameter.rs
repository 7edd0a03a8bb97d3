//! Parameters that nothing reads.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Param};

use super::{Diagnostic, Mending, with_comma};
use crate::code_actions::site::Site;
use crate::references::references;
use crate::source_change::TextEdit;
use crate::syntax::trimmed_range;

/// Removes one that nobody gives a value, unless its place counts.
pub(super) fn remove(site: &Site<'_>, _: &Diagnostic) -> Option<Mending> {
    let parameter: Param = site.node()?;
    let holder = parameter.syntax().parent()?.parent()?;
    let is_named = matches!(
        holder.kind(),
        SyntaxKind::CLASS_DEF | SyntaxKind::DEFINE_DEF
    );
    let at = parameter.name_token()?.text_range().end();
    if !is_named || references(site.context, site.file, at).len() > 1 {
        return None;
    }
    let range = with_comma(site, trimmed_range(parameter.syntax()));
    Some(Mending::unsafe_(
        "Remove the parameter",
        vec![TextEdit::replace(range, "")],
    ))
}
