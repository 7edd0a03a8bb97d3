//! Comments that suppress what is no rule, or what cannot be suppressed.

use puppet_db::{File, FilePlace};
use puppet_diagnostics::{Diagnostic, Fix, Place, Rule, Safety, declare_rule};

use crate::rules;
use crate::suppression::comments::Suppression;
use puppet_text::closest;

declare_rule! {
    /// A suppression comment names a rule that does not exist or cannot be suppressed.
    pub INVALID_SUPPRESSION = { code: "A002", name: "invalid-suppression", level: Warning, fix: Unsafe }
}

/// A comment for a rule with which Puppet refuses the whole file.
pub(crate) fn fatal_rule(file: File, it: &Suppression, rule: &Rule) -> Diagnostic<FilePlace> {
    let message = format!(
        "Rule {} ({}) cannot be suppressed: Puppet fails on this file",
        rule.code, rule.name
    );
    Diagnostic::new(&INVALID_SUPPRESSION, Place::new(file, it.range), message)
}

/// A comment that names no rule, or one that does not exist.
pub(crate) fn unknown_rule(file: File, it: &Suppression) -> Diagnostic<FilePlace> {
    let place = Place::new(file, it.range);
    if it.word.is_empty() {
        let message = "Suppression comment names no rule";
        return Diagnostic::new(&INVALID_SUPPRESSION, place, message).with_help(
            "Name the rules by code or name: `# puppet-analyzer: ignore[unknown-variable]`",
        );
    }
    let message = format!("Unknown rule '{}'", it.word);
    let diagnostic = Diagnostic::new(&INVALID_SUPPRESSION, place, message);
    match closest(&it.word, rules::ALL.iter().map(|rule| rule.name)) {
        Some(similar) => diagnostic
            .with_help(format!("Did you mean '{similar}'?"))
            .with_fix(Fix::replace(
                format!("Replace with `{similar}`"),
                Safety::Unsafe,
                place,
                similar,
            )),
        None => diagnostic,
    }
}
