//! Keys of a hash that its `Struct` does not know.

use puppet_diagnostics::Subject;
use puppet_syntax::ast::{AstNode, Expr, HashEntry, HashExpr};
use puppet_text::closest;

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{string_of, trimmed_range};

/// Replaces a similar key by the missing one.
pub fn rename(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let Some(Subject::Keys { missing, unknown }) = diagnostic.subject.as_deref() else {
        return None;
    };
    let [unknown] = &unknown[..] else { return None };
    let key = closest(unknown, missing.iter().map(|it| &**it))?;
    let hash: HashExpr = site.node()?;
    let entries = hash.syntax().descendants().filter_map(HashEntry::cast);
    let keys = entries.filter_map(|it| it.key());
    let is_it = |it: &Expr| string_of(it).is_some_and(|(text, _)| text == *unknown);
    let mut keys = keys.filter(is_it);
    let (Some(old), None) = (keys.next(), keys.next()) else {
        return None;
    };
    let text = site.source(old.syntax()).replace(&**unknown, key);
    let edit = TextEdit::replace(trimmed_range(old.syntax()), text);
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        format!("Rename to `{key}`"),
        vec![edit],
    ))
}
