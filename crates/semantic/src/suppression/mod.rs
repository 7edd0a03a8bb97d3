//! Comments that silence findings: those of puppet-lint (`# lint:ignore:RULE … # lint:endignore`), and our own
//! (`# puppet-analyzer: ignore[RULE]`).
//!
//! A mistake with which Puppet refuses a whole file cannot be silenced. A comment that silences nothing is reported.

pub mod comments;
pub mod extension;

use puppet_db::{Db, File, has_syntax_errors, line_index};
use puppet_diagnostics::{Diagnostic, Edit, Fix, Place, Rule, Safety, Severity, Tag, rules};
use puppet_text::{Column, TextRange, TextSize};

use crate::display_name::closest;
use crate::suppression::comments::{Style, SuppressedRule, Suppression, suppressions};
pub use crate::suppression::extension::{Reach, extension};

/// Takes out the findings that comments silence, and adds what is wrong with the comments.
pub fn apply(db: &dyn Db, file: File, diagnostics: &mut Vec<Diagnostic<File>>) {
    if !file.kind(db).is_puppet() || !comments::may_have_any(file.text(db)) {
        return;
    }
    let lines = line_index(db, file);
    let line_of = |offset: TextSize| lines.line_col(offset, Column::Bytes).line;
    let mut suppressions = suppressions(db, file);
    diagnostics.retain(|diagnostic| {
        if !can_be_silenced(diagnostic.rule) {
            return true;
        }
        let line = line_of(diagnostic.place.range.start());
        let mut is_silenced = false;
        for suppression in &mut suppressions {
            if suppression.lines.contains(&line) && suppression.rules.contains(&diagnostic.rule) {
                suppression.is_used = true;
                is_silenced = true;
            }
        }
        !is_silenced
    });
    // Of a file that cannot be parsed, much has not been looked at.
    if !has_syntax_errors(db, file) {
        diagnostics.extend(suppressions.iter().filter_map(|it| judge(file, it)));
    }
}

/// Puppet refuses the whole file for these, whatever a comment says.
fn can_be_silenced(rule: &Rule) -> bool {
    !(rule.code.starts_with('S') && rule.levels.standard == Some(Severity::Error))
}

/// Whether a comment can suppress the diagnostics of a rule. Those about the comments themselves (rules `A…`) go with the
/// comments.
#[must_use]
pub fn can_be_suppressed(rule: &Rule) -> bool {
    can_be_silenced(rule) && !rule.code.starts_with('A')
}

fn judge(file: File, it: &Suppression) -> Option<Diagnostic<File>> {
    let place = Place::new(file, it.range);
    match it.named {
        SuppressedRule::Rule(rule) if !can_be_silenced(rule) => Some(Diagnostic::new(
            &rules::INVALID_SUPPRESSION,
            place,
            format!(
                "Rule {} ({}) cannot be suppressed: Puppet fails on this file",
                rule.code, rule.name
            ),
        )),
        SuppressedRule::Rule(_) if it.is_used => None,
        SuppressedRule::Rule(rule) => Some(
            Diagnostic::new(
                &rules::UNUSED_SUPPRESSION,
                place,
                format!(
                    "Unused suppression: no {} ({}) is reported here",
                    rule.code, rule.name
                ),
            )
            .with_tag(Tag::Unnecessary)
            .with_fix(removal(file, it)),
        ),
        // Other tools have rules of their own under the common form of comment.
        SuppressedRule::Foreign if it.style == Style::Lint => None,
        SuppressedRule::Foreign => Some(unknown(file, it)),
    }
}

fn unknown(file: File, it: &Suppression) -> Diagnostic<File> {
    let place = Place::new(file, it.range);
    if it.word.is_empty() {
        let message = "Suppression comment names no rule";
        return Diagnostic::new(&rules::INVALID_SUPPRESSION, place, message).with_help(
            "Name the rules by code or name: `# puppet-analyzer: ignore[unknown-variable]`",
        );
    }
    let message = format!("Unknown rule '{}'", it.word);
    let diagnostic = Diagnostic::new(&rules::INVALID_SUPPRESSION, place, message);
    match closest(&it.word, rules::ALL.iter().map(|rule| rule.name)) {
        Some(similar) => diagnostic
            .with_help(format!("Did you mean '{similar}'?"))
            .with_fix(Fix {
                title: format!("Replace with `{similar}`"),
                safety: Safety::Unsafe,
                edits: vec![Edit {
                    place,
                    text: similar.to_owned(),
                }],
            }),
        None => diagnostic,
    }
}

fn removal(file: File, it: &Suppression) -> Fix<File> {
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
