//! The pages of the rules: each rule has one, and its examples show it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use puppet_checks::file_diagnostics;
use puppet_checks::rules;
use puppet_diagnostics::{Rule, Severity};
use puppet_test_support::literate::{Case, cases, difference};

use crate::support::Project;

/// Rules that no example can show, with the reason.
const WITHOUT_EXAMPLE: [(&str, &str); 7] = [
    ("L715", "each text of a page ends with a line break"),
    ("M710", "the file itself cannot be read"),
    ("M711", "the file would be as large as this repository"),
    ("M712", "it takes several directories of modules"),
    (
        "V806",
        "only a check that names systems and editors evaluate the code",
    ),
    ("V807", "only an editor with a chosen node shows it"),
    ("S099", "the analyzer itself would have to fail"),
];

fn pages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules")
}

const SETTINGS: &str = "/puppet-analyzer.toml";

/// The page of a rule, with the cases below "Bad" and "Good".
pub(crate) fn page(rule: &Rule) -> Result<(Vec<Case>, Vec<Case>), String> {
    let path = pages().join(rule.page_name());
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let head = format!(
        "# {} {}\n\n{}\n\n## Why\n",
        rule.code, rule.name, rule.summary
    );
    if !text.starts_with(&head) {
        return Err(format!("{}: does not start with\n{head}", path.display()));
    }
    if !text.contains("\n## How to fix\n") {
        return Err(format!("{}: has no section: How to fix", path.display()));
    }
    let below = |word: &str| {
        let mut cases = cases(&text);
        cases.retain(|case| case.name.ends_with(word));
        cases
    };
    Ok((below("/ Bad"), below("/ Good")))
}

/// Settings that turn the rule on, or off, after those of the example itself.
fn settings(rule: &Rule, case: &Case, is_on: bool) -> String {
    let own = case.files.iter().find(|file| file.path == SETTINGS);
    let is_strict_only = rule.levels.standard.is_none() && rule.levels.strict.is_some();
    let usual = match is_strict_only {
        false => "strictness = 'standard'\n",
        true => "strictness = 'strict'\n",
    };
    let mut text = own.map_or(usual, |file| &file.text).to_owned();
    let level = match (is_on, rule.levels.strict) {
        (false, _) => Some("off"),
        (true, None) => Some("warning"),
        (true, Some(_)) => None,
    };
    if let Some(level) = level {
        let _ = writeln!(text, "[rules]\n{} = '{level}'", rule.code);
    }
    text
}

/// The codes that are found, without the hints of other rules, and how they differ from what comments expect.
fn check(rule: &Rule, case: &Case, is_on: bool) -> (Vec<&'static str>, String) {
    let settings = settings(rule, case, is_on);
    let files = case
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.text.as_str()));
    let files = files.filter(|(path, _)| *path != SETTINGS);
    let project = Project::new(files.chain([(SETTINGS, settings.as_str())]));
    let is_strict_only = rule.levels.standard.is_none();
    let (mut codes, mut text) = (Vec::new(), String::new());
    for file in &case.files {
        let mut found = project.diagnostics(&file.path);
        found.retain(|it| it.code == rule.code || !is_strict_only);
        // Not every text can have comments that say what is expected.
        if file.path.ends_with(".pp") && !file.diagnostics.is_empty() {
            text.push_str(&difference(&file.path, &file.diagnostics, &found));
        }
        let of_file = file_diagnostics(&project.db, project.file(&file.path));
        codes.extend(
            of_file
                .iter()
                .filter(|it| it.rule == rule || (it.severity > Severity::Hint && !is_strict_only))
                .map(|it| it.code()),
        );
    }
    codes.sort_unstable();
    codes.dedup();
    (codes, text)
}

#[test]
fn the_examples_of_a_rule_show_it() {
    let mut report = Vec::new();
    // That each rule has a page is a rule of `cargo xtask tidy`.
    let with_page = |rule: &&Rule| pages().join(rule.page_name()).is_file();
    for rule in rules::ALL.iter().copied().filter(with_page) {
        if let Err(problem) = check_rule(rule) {
            report.push(problem);
        }
    }
    assert!(report.is_empty(), "\n{}", report.join("\n"));
}

fn check_rule(rule: &'static Rule) -> Result<(), String> {
    let (bad, good) = page(rule)?;
    if WITHOUT_EXAMPLE.iter().any(|(code, _)| *code == rule.code) {
        return Ok(());
    }
    if bad.is_empty() || good.is_empty() {
        return Err(format!("{}: needs a bad and a good example", rule.code));
    }
    for case in &bad {
        let (codes, text) = check(rule, case, true);
        if codes != [rule.code] || !text.is_empty() {
            return Err(format!(
                "{}: the bad example breaks {codes:?}\n{text}",
                rule.code
            ));
        }
        let (codes, _) = check(rule, case, false);
        // What Puppet refuses cannot be switched off.
        if codes.is_empty() == rule.is_fatal() {
            return Err(format!("{}: switched off, {codes:?} is found", rule.code));
        }
    }
    for case in &good {
        let (codes, text) = check(rule, case, true);
        if !codes.is_empty() || !text.is_empty() {
            return Err(format!(
                "{}: the good example breaks {codes:?}\n{text}",
                rule.code
            ));
        }
    }
    Ok(())
}

#[test]
fn every_page_is_of_a_rule() {
    let expected: Vec<String> = rules::ALL.iter().map(|rule| rule.page_name()).collect();
    for entry in std::fs::read_dir(pages()).expect("the pages") {
        let name = entry.expect("a page").file_name();
        let name = name.to_str().expect("UTF-8");
        assert!(
            name == "README.md" || expected.iter().any(|page| page == name),
            "{name} is of no rule"
        );
    }
}
