//! Comments that document other parameters than there are.

use puppet_syntax::ast::AstNode;

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_assists::handlers::generate_doc_comment::{parameters, repairs};
use puppet_ide_db::syntax_ext;

/// Makes the tags of the comment those of the parameters.
pub fn sync(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let root = syntax_ext::root(site.context.db, site.context.file);
    let (definition, comment) = syntax_ext::all_definitions(&root)
        .filter_map(|it| Some((it.clone(), it.documentation()?)))
        .find(|(definition, comment)| {
            let whole = comment.range.cover(definition.syntax().text_range());
            whole.contains_range(diagnostic.place.range)
        })?;
    let edits = repairs(site, &definition, &comment, &parameters(&definition));
    let title = "Update the documentation comment";
    (!edits.is_empty()).then(|| crate::fixes::proposed_fix::ProposedFix::unsafe_(title, edits))
}
