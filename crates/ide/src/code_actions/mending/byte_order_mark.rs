//! The mark that some editors put at the start of a file.

use puppet_text::TextRange;

use super::{Diagnostic, ProposedFix};
use crate::code_actions::site::AssistContext;
use crate::source_change::TextEdit;

pub(super) fn remove(site: &AssistContext<'_>, _: &Diagnostic) -> Option<ProposedFix> {
    let mark = '\u{feff}';
    site.text().starts_with(mark).then(|| {
        let range = TextRange::up_to(puppet_text::TextSize::of(mark));
        ProposedFix::safe(
            "Remove the byte order mark",
            vec![TextEdit::replace(range, "")],
        )
    })
}
