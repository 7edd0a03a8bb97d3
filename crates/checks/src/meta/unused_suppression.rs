//! Comments that suppress nothing.

use puppet_db::{File, FilePlace};
use puppet_diagnostics::{Diagnostic, Edit, Fix, Place, Rule, Safety, Tag, declare_rule};
use puppet_text::TextRange;

use crate::suppression::comments::Suppression;

declare_rule! {
    /// A suppression comment suppresses no diagnostic.
    pub UNUSED_SUPPRESSION = { code: "A001", name: "unused-suppression", levels: [Off, Hint, Warning], fix: Safe }
}

/// A comment for a rule that reports nothing there.
pub(crate) fn diagnostic(file: File, it: &Suppression, rule: &Rule) -> Diagnostic<FilePlace> {
    let message = format!(
        "Unused suppression: no {} ({}) is reported here",
        rule.code, rule.name
    );
    Diagnostic::new(&UNUSED_SUPPRESSION, Place::new(file, it.range), message)
        .with_tag(Tag::Unnecessary)
        .with_fix(removal(file, it))
}

fn removal(file: File, it: &Suppression) -> Fix<FilePlace> {
    let edit = |range: &TextRange| Edit {
        place: Place::new(file, *range),
        text: String::new(),
    };
    Fix {
        title: "Remove the suppression".to_owned(),
        safety: Safety::Safe,
        edits: it.removal.iter().map(edit).collect(),
    }
}
