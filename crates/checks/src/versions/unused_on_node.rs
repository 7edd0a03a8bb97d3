//! Code that the node does not use that was chosen in an editor. The evaluation is that of `puppet-catalog`.

use puppet_db::{Db, File, FilePlace};
use puppet_diagnostics::{Diagnostic, Place, Tag, declare_rule};
use puppet_text::TextRange;

use crate::suppression;

declare_rule! {
    /// The chosen node or operating system does not use this branch.
    pub UNUSED_ON_NODE = {
        code: "V807", name: "unused-on-node", level: Hint, no_fix: "other nodes use the branch",
        since: "0.2.0",
    }
}

/// The diagnostics for branches of a file, each with its message, as comments and settings have them.
#[must_use]
pub fn diagnostics(
    db: &dyn Db,
    file: File,
    branches: impl Iterator<Item = (TextRange, String)>,
) -> Vec<Diagnostic<FilePlace>> {
    let mut diagnostics: Vec<Diagnostic<FilePlace>> = branches
        .map(|(range, message)| {
            let place = Place::new(file, range);
            let mut diagnostic = Diagnostic::new(&UNUSED_ON_NODE, place, message);
            diagnostic.tags.push(Tag::Unnecessary);
            diagnostic
        })
        .collect();
    suppression::apply_settings(db, file, &mut diagnostics);
    diagnostics
}
