//! Variables that a template in Embedded Ruby misspells.

use puppet_diagnostics::Subject;

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;

/// `@prot` to `@port`, in the template.
pub fn spell(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let Some(Subject::Meant(similar)) = diagnostic.subject.as_deref() else {
        return None;
    };
    let place = diagnostic.related.first()?.place;
    let template = place.file;
    let range = std::ops::Range::<usize>::from(place.range);
    let written = template.text(site.context.db).get(range)?;
    let sigil = if written.starts_with('@') { "@" } else { "" };
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !written.trim_start_matches('@').chars().all(is_name) {
        return None;
    }
    let edit = TextEdit::replace(place.range, format!("{sigil}{similar}"));
    Some(ProposedFix {
        file: Some(template),
        ..ProposedFix::unsafe_(
            format!("Replace with `@{similar}` in the template"),
            vec![edit],
        )
    })
}
