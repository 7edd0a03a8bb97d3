//! The fixes of the rules, on the examples of their pages: a fix removes its diagnostic and adds none, and the table of
//! the rules lists the rules that have one.

use std::path::Path;

use puppet_checks::rules;
use puppet_diagnostics::{Rule, Safety};
use puppet_ide::{FileId, TextRange};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::apply_edits;
use puppet_ide_diagnostics::diagnostics::Severity;
use puppet_test_support::literate::{Case, cases};

use crate::modules::{Session, Texts};

/// Rules whose fix may make another rule speak, with the reason.
const LEAVES_ANOTHER: [(&str, &str); 3] = [
    ("F502", "the value is to be filled in"),
    ("R302", "the value is to be filled in"),
    ("T218", "a condition that is always false"),
];

/// Rules of which a page cannot have an example, with the reason.
const WITHOUT_EXAMPLE: [(&str, &str); 1] = [("L715", "an example ends with a line break")];

/// A fix with the diagnostic that it fixes.
struct Fix {
    title: String,
    is_safe: bool,
    texts: Texts,
}

#[test]
fn rules_have_the_fixes_that_they_declare() {
    let mut report = Vec::new();
    for rule in rules::ALL.iter().copied() {
        let mut best = None;
        for case in bad(rule) {
            let texts = texts(rule, &case);
            let session = Session::new(texts.clone());
            let before = fixable_diagnostics(&session);
            for fix in fixes(rule, &session) {
                best = best.max(Some(fix.is_safe));
                if let Err(problem) = check_rule(rule, &before, &fix) {
                    report.push(format!("{} {}: {problem}", rule.code, fix.title));
                }
            }
        }
        let best = best.map(|is_safe| match is_safe {
            true => Safety::Safe,
            false => Safety::Unsafe,
        });
        let has_example = WITHOUT_EXAMPLE.iter().all(|(code, _)| *code != rule.code);
        if best != rule.fix && has_example {
            report.push(format!(
                "{}: it declares {:?}, the examples show {best:?}",
                rule.code, rule.fix
            ));
        }
    }
    assert!(report.is_empty(), "\n{}", report.join("\n"));
}

#[test]
fn most_rules_have_a_fix() {
    let with_fix = rules::ALL.iter().filter(|rule| rule.fix.is_some()).count();
    assert!(with_fix * 2 > rules::ALL.len(), "only {with_fix}");
}

/// The examples that break a rule.
pub(crate) fn bad(rule: &Rule) -> Vec<Case> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    let text = std::fs::read_to_string(pages.join(rule.page_name())).unwrap_or_default();
    let mut cases = cases(&text);
    cases.retain(|case| case.name.contains("/ Bad"));
    cases
}

pub(crate) fn texts(rule: &Rule, case: &Case) -> Texts {
    let files = case.files.iter();
    let mut texts: Texts = files
        .map(|file| (file.path.clone(), file.text.clone()))
        .collect();
    texts.entry("/environment.conf".to_owned()).or_default();
    let settings = match (rule.levels.standard, rule.levels.strict) {
        (Some(_), _) => return texts,
        (None, Some(_)) => "strictness = 'strict'\n".to_owned(),
        (None, None) => format!("[rules]\n{} = 'warning'\n", rule.code),
    };
    let file = texts.entry("/puppet-analyzer.toml".to_owned());
    file.or_insert(settings);
    texts
}

/// What is found in each file: the code, and whether it counts as new.
pub(crate) fn fixable_diagnostics(
    session: &Session,
) -> Vec<(FileId, TextRange, &'static str, Severity)> {
    let analysis = session.analysis();
    let mut all = Vec::new();
    for path in session.texts.keys() {
        let file = session.file(path);
        let found = analysis.diagnostics(file).unwrap_or_default();
        all.extend(
            found
                .iter()
                .map(|it| (file, it.range, it.code, it.severity)),
        );
    }
    all
}

/// The changes that fix diagnostics of a rule.
fn fixes(rule: &Rule, session: &Session) -> Vec<Fix> {
    let analysis = session.analysis();
    let mut fixes = Vec::new();
    for (file, range, code, _) in fixable_diagnostics(session) {
        if code != rule.code {
            continue;
        }
        let actions = analysis.code_actions(file, range).expect("not cancelled");
        let of_rule = actions
            .into_iter()
            .filter(|it| it.kind == ActionKind::QuickFix && it.fixes == Some((rule.code, range)));
        fixes.extend(of_rule.map(|action| Fix {
            is_safe: action.is_preferred && action.change.creates.is_empty(),
            texts: changed(session, &action),
            title: action.title,
        }));
    }
    fixes
}

/// The texts after a change.
pub(crate) fn changed(session: &Session, action: &CodeAction) -> Texts {
    let analysis = session.analysis();
    let mut texts = session.texts.clone();
    for (file, edits) in &action.change.edits {
        let path = analysis.path(*file).to_string();
        let text = apply_edits(&texts[&path], edits);
        texts.insert(path, text);
    }
    texts.extend(action.change.creates.iter().cloned());
    for moved in &action.change.moves {
        if let Some(text) = texts.remove(&analysis.path(moved.file).to_string()) {
            texts.insert(moved.to.clone(), text);
        }
    }
    texts
}

fn check_rule(
    rule: &Rule,
    before: &[(FileId, TextRange, &'static str, Severity)],
    fix: &Fix,
) -> Result<(), String> {
    let after = fixable_diagnostics(&Session::new(fix.texts.clone()));
    let count = |all: &[(FileId, TextRange, &'static str, Severity)], code: &str| {
        all.iter().filter(|it| it.2 == code).count()
    };
    if count(&after, rule.code) >= count(before, rule.code) {
        return Err(format!("it is still found in {:?}", fix.texts));
    }
    let is_new = |it: &&(FileId, TextRange, &'static str, Severity)| {
        it.3 != Severity::Hint && count(&after, it.2) > count(before, it.2)
    };
    match after.iter().find(is_new) {
        Some(new) if LEAVES_ANOTHER.iter().all(|(code, _)| *code != rule.code) => {
            Err(format!("{} is new in {:?}", new.2, fix.texts))
        }
        _ => Ok(()),
    }
}
