//! Comments that document other parameters than there are.

use puppet_syntax::ast::AstNode;

use super::{Diagnostic, ProposedFix};
use crate::code_actions::documentation::{parameters, repairs};
use crate::code_actions::site::AssistContext;
use crate::syntax;

/// Makes the tags of the comment those of the parameters.
pub(super) fn sync(site: &AssistContext<'_>, diagnostic: &Diagnostic) -> Option<ProposedFix> {
    let root = syntax::root(site.context.db, site.file);
    let (definition, comment) = syntax::all_definitions(&root)
        .filter_map(|it| Some((it.clone(), it.documentation()?)))
        .find(|(definition, comment)| {
            let whole = comment.range.cover(definition.syntax().text_range());
            whole.contains_range(diagnostic.place.range)
        })?;
    let edits = repairs(site, &definition, &comment, &parameters(&definition));
    let title = "Update the documentation comment";
    (!edits.is_empty()).then(|| ProposedFix::unsafe_(title, edits))
}
