//! Parameters of lambdas that hide a variable.

use puppet_syntax::ast::{AstNode, Lambda};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_assists::handlers::extract_variable::free_name;
use puppet_ide_db::defs::definition::declarations;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{NameRefKind, name_of};
use puppet_ide_db::search::occurrences;
use puppet_ide_db::source_change::TextEdit;

/// Another name for the parameter, in all its places.
pub fn rename(site: &AssistContext<'_>, _: &FileDiagnostic) -> Option<ProposedFix> {
    let at = name_of(site.token.as_ref()?)?;
    let NameRefKind::Variable(name) = &at.name else {
        return None;
    };
    let found = resolve::find(site.context, &at);
    let [_] = &found[..] else { return None };
    // Templates see all variables by their names.
    let lambda = at.token.parent_ancestors().find_map(Lambda::cast)?;
    if lambda.syntax().text().to_string().contains("template") {
        return None;
    }
    let new = free_name(&at.token.parent()?, name);
    let uses = occurrences(site.context, name, &declarations(&found));
    let edits = uses.iter().map(|usage| {
        let sigil = if site.slice(usage.range).starts_with('$') {
            "$"
        } else {
            ""
        };
        TextEdit::replace(usage.range, format!("{sigil}{new}"))
    });
    Some(crate::fixes::proposed_fix::ProposedFix::safe(
        format!("Rename to `${new}`"),
        edits.collect(),
    ))
}
