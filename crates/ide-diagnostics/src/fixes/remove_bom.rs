//! The mark that some editors put at the start of a file.

use puppet_text::TextRange;

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;

pub fn remove(site: &AssistContext<'_>, _: &FileDiagnostic) -> Option<ProposedFix> {
    let mark = '\u{feff}';
    site.text().starts_with(mark).then(|| {
        let range = TextRange::up_to(puppet_text::TextSize::of(mark));
        crate::fixes::proposed_fix::ProposedFix::safe(
            "Remove the byte order mark",
            vec![TextEdit::replace(range, "")],
        )
    })
}
