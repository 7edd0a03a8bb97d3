//! The mark that some editors put at the start of a file.

use puppet_text::TextRange;

use super::{Diagnostic, Mending};
use crate::code_actions::site::Site;
use crate::source_change::TextEdit;

pub(super) fn remove(site: &Site<'_>, _: &Diagnostic) -> Option<Mending> {
    let mark = '\u{feff}';
    site.text().starts_with(mark).then(|| {
        let range = TextRange::up_to(puppet_text::TextSize::of(mark));
        Mending::safe(
            "Remove the byte order mark",
            vec![TextEdit::replace(range, "")],
        )
    })
}
