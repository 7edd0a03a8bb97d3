//! Comments that suppress diagnostics: those of puppet-lint (`# lint:ignore:RULE … # lint:endignore`), and our own
//! (`# puppet-analyzer: ignore[RULE]`).
//!
//! A mistake with which Puppet refuses a whole file cannot be silenced. A comment that silences nothing is reported.

pub mod add_to_comment;
pub mod comments;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use puppet_checks_lint::CHANGED_BY_COMMENTS;
use puppet_db::{Db, File, FilePlace, has_syntax_errors, line_index};
use puppet_diagnostics::{Diagnostic, Rule};
use puppet_text::{Column, TextSize};
use smol_str::SmolStr;

use crate::meta::house_rule::{self, HOUSE_RULE};
use crate::meta::{invalid_suppression, unused_suppression};
use puppet_semantic::index::file_origin::settings;

use crate::rules::{FAILS_ON_SYSTEM, UNUSED_ON_NODE};
pub use crate::suppression::add_to_comment::{CommentScope, extension};
use crate::suppression::comments::{Style, SuppressedRule, Suppression, suppressions};

/// Removes the diagnostics that comments suppress, and adds those about the comments.
pub fn apply(db: &dyn Db, file: File, diagnostics: &mut Vec<Diagnostic<FilePlace>>) {
    let suppressions = silence(db, file, diagnostics);
    // Of a file that cannot be parsed, much has not been looked at.
    if !suppressions.is_empty() && !has_syntax_errors(db, file) {
        diagnostics.extend(
            suppressions
                .iter()
                .filter_map(|it| suppression_diagnostic((db, file), it)),
        );
    }
}

/// Removes the diagnostics that comments suppress, and gives the others the levels of the settings.
pub(crate) fn apply_settings(
    db: &dyn Db,
    file: File,
    diagnostics: &mut Vec<Diagnostic<FilePlace>>,
) {
    silence(db, file, diagnostics);
    settings(db, file).policy(file.path(db)).apply(diagnostics);
}

/// Removes the diagnostics that comments suppress; gives the comments.
pub(crate) fn silence(
    db: &dyn Db,
    file: File,
    diagnostics: &mut Vec<Diagnostic<FilePlace>>,
) -> Vec<Suppression> {
    if !file.kind(db).is_puppet() || !comments::may_have_any(file.text(db)) {
        return Vec::new();
    }
    let lines = line_index(db, file);
    let line_of = |offset: TextSize| lines.line_col(offset, Column::Bytes).line;
    let mut suppressions = suppressions(db, file);
    let covered = CoveredLines::new(&suppressions);
    let mut found: HashMap<SmolStr, BTreeSet<u32>> = HashMap::new();
    diagnostics.retain(|diagnostic| {
        if !can_be_silenced(diagnostic.rule) {
            return true;
        }
        let line = line_of(diagnostic.place.range.start());
        let names = [Some(diagnostic.rule.code), house_rule::name_of(diagnostic)];
        let names = names.into_iter().flatten();
        let silenced: Vec<&str> = names.filter(|name| covered.has(name, line)).collect();
        for name in &silenced {
            found.entry((*name).into()).or_default().insert(line);
        }
        silenced.is_empty()
    });
    for suppression in &mut suppressions {
        let is_found = |name: &str| {
            let lines = found.get(name);
            lines.is_some_and(|lines| lines.range(suppression.lines.clone()).next().is_some())
        };
        let is_used = suppression.names().any(is_found);
        suppression.is_used = is_used;
    }
    suppressions
}

/// The lines whose diagnostics are suppressed, by the code of the rule or the name of the house rule.
struct CoveredLines(HashMap<SmolStr, BTreeMap<u32, u32>>);

impl CoveredLines {
    fn new(suppressions: &[Suppression]) -> Self {
        let mut last_lines: HashMap<SmolStr, BTreeMap<u32, u32>> = HashMap::new();
        for suppression in suppressions {
            let (first, last) = suppression.lines.clone().into_inner();
            for name in suppression.names() {
                let lines = last_lines.entry(name.into()).or_default();
                let known = lines.entry(first).or_default();
                *known = last.max(*known);
            }
        }
        // What starts earlier may end later.
        for lines in last_lines.values_mut() {
            let mut latest = 0;
            for last in lines.values_mut() {
                latest = latest.max(*last);
                *last = latest;
            }
        }
        Self(last_lines)
    }

    fn has(&self, name: &str, line: u32) -> bool {
        let lines = self.0.get(name);
        let started = lines.and_then(|lines| lines.range(..=line).next_back());
        started.is_some_and(|(_, last)| *last >= line)
    }
}

/// Whether Puppet accepts a file in spite of such a diagnostic. The others are reported whatever a comment says.
#[must_use]
pub fn can_be_silenced(rule: &Rule) -> bool {
    !rule.is_fatal()
}

/// Whether a comment can suppress the diagnostics of a rule. Those about the comments themselves (rules `A…`) go with the
/// comments.
#[must_use]
pub fn can_be_suppressed(rule: &Rule) -> bool {
    can_be_silenced(rule) && !rule.code.starts_with('A')
}

fn suppression_diagnostic(
    (db, file): (&dyn Db, File),
    it: &Suppression,
) -> Option<Diagnostic<FilePlace>> {
    match it.named {
        SuppressedRule::Rule(rule) if !can_be_silenced(rule) => {
            Some(invalid_suppression::fatal_rule(file, it, rule))
        }
        SuppressedRule::Rule(rule)
            if it.is_used
                || CHANGED_BY_COMMENTS.contains(&rule)
                || [FAILS_ON_SYSTEM, UNUSED_ON_NODE].contains(rule) =>
        {
            None
        }
        SuppressedRule::Rule(rule) => Some(unused_suppression::diagnostic(file, it, rule)),
        SuppressedRule::Foreign if house_rule::has(db, file, &it.word) => {
            (!it.is_used).then(|| unused_suppression::diagnostic(file, it, &HOUSE_RULE))
        }
        // Other tools have rules of their own under the common form of comment.
        SuppressedRule::Foreign if it.style == Style::Lint => None,
        SuppressedRule::Foreign => Some(invalid_suppression::unknown_rule(file, it)),
    }
}
