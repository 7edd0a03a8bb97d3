//! The comments that suppress a diagnostic, on the examples of the rules' pages: it is gone afterwards, and no other comes.

use std::collections::BTreeMap;

use puppet_checks::rules;
use puppet_ide::FileId;
use puppet_ide_db::code_action::ActionKind;

use crate::modules::{Session, Texts};
use crate::rule_fixes::{bad, changed, fixable_diagnostics, texts};

/// The diagnostics of a project: how many there are of each rule, in each file.
type Counts = BTreeMap<(String, &'static str), usize>;

#[test]
fn suppressed_diagnostics_are_gone_and_no_other_comes() {
    let mut report = Vec::new();
    let mut tried = 0;
    for rule in rules::ALL.iter().copied() {
        for case in bad(rule) {
            let session = Session::new(texts(rule, &case));
            for (file, code, action) in suppressions(&session) {
                tried += 1;
                let expected = match action.reach {
                    Reach::File => without(&session, file, code, None),
                    Reach::Line(line) => without(&session, file, code, Some(line)),
                };
                let after = Session::new(action.texts.clone());
                let counts = counts(&after);
                if counts != expected {
                    report.push(format!(
                        "{}: {}: {counts:?}, expected {expected:?} in {:?}",
                        rule.code, action.title, action.texts
                    ));
                }
            }
        }
    }
    assert!(report.is_empty(), "\n{}", report.join("\n"));
    assert!(tried > 150, "only {tried}");
}

/// How far a comment reaches.
enum Reach {
    Line(u32),
    File,
}

/// A comment, as it is offered.
struct Suppression {
    title: String,
    reach: Reach,
    texts: Texts,
}

/// The comments that are offered for the diagnostics of a project: the file and the code of each.
fn suppressions(session: &Session) -> Vec<(FileId, &'static str, Suppression)> {
    let analysis = session.analysis();
    let mut all = Vec::new();
    for (file, range, code, _) in fixable_diagnostics(session) {
        let actions = analysis.code_actions(file, range).expect("not cancelled");
        let of_code = actions
            .into_iter()
            .filter(|it| it.kind == ActionKind::Suppress && it.fixes == Some((code, range)));
        for action in of_code {
            assert!(!action.is_preferred, "{}", action.title);
            let reach = match action.title.ends_with("in this file") {
                true => Reach::File,
                false => Reach::Line(line(session, file, range.start())),
            };
            let texts = changed(session, &action);
            let title = action.title;
            all.push((
                file,
                code,
                Suppression {
                    title,
                    reach,
                    texts,
                },
            ));
        }
    }
    all
}

fn line(session: &Session, file: FileId, at: puppet_ide::TextSize) -> u32 {
    let analysis = session.analysis();
    let lines = analysis.line_index(file).expect("not cancelled");
    lines.line_col(at, puppet_ide::Column::Bytes).line
}

fn counts(session: &Session) -> Counts {
    let mut counts = Counts::new();
    for (file, _, code, _) in fixable_diagnostics(session) {
        let path = session.analysis().path(file).to_string();
        *counts.entry((path, code)).or_default() += 1;
    }
    counts
}

/// The diagnostics that stay where those of a rule are suppressed, in a file or on one of its lines.
fn without(session: &Session, file: FileId, code: &str, on: Option<u32>) -> Counts {
    let mut counts = Counts::new();
    for (at, range, other, _) in fixable_diagnostics(session) {
        let is_suppressed = at == file
            && other == code
            && on.is_none_or(|on| on == line(session, file, range.start()));
        if !is_suppressed {
            let path = session.analysis().path(at).to_string();
            *counts.entry((path, other)).or_default() += 1;
        }
    }
    counts
}
