//! `puppet-analyzer.toml`: settings that do not exist, and values that do not fit.

use puppet_db::{Db, File, FileKind, FilePlace};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use puppet_project::settings::{self, ReadSettings, SettingsProblem};

use crate::rules;
use puppet_semantic::similar_name::with_similar;

declare_rule! {
    /// A setting does not exist, or its value is not valid.
    pub INVALID_SETTING = { code: "M713", name: "invalid-setting", level: Error, fix: Unsafe }
}

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    if file.kind(db) != FileKind::Settings || file.problem(db).is_some() {
        return;
    }
    for problem in settings_problems(settings::parse(file.text(db), "")) {
        let place = Place::new(file, problem.range);
        let diagnostic = Diagnostic::new(&INVALID_SETTING, place, problem.message);
        out.push(match (problem.similar, problem.help) {
            (Some(similar), _) => with_similar(db, diagnostic, &similar),
            (None, Some(help)) => diagnostic.with_help(help),
            (None, None) => diagnostic,
        });
    }
}

/// What is wrong with settings, unknown rules included.
#[must_use]
pub fn settings_problems(read: ReadSettings) -> Vec<SettingsProblem> {
    let names: Vec<&str> = rules::ALL.iter().map(|rule| rule.name).collect();
    let is_rule = |name: &str| rules::ALL.iter().any(|rule| rule.is_selected(name));
    read.problems_with_rules(is_rule, &names)
}
