//! The rules that users write themselves, as patterns in their settings.

use puppet_db::{Db, File, FileKind, FilePlace, has_syntax_errors, parse};
use puppet_diagnostics::{Diagnostic, Fix, Place, Safety, Subject, declare_rule};
use puppet_semantic::index::file_origin::settings;

declare_rule! {
    /// Code fits a pattern that the settings report.
    pub HOUSE_RULE = { code: "P001", name: "house-rule", level: Hint, fix: Unsafe, since: "0.2.0" }
}

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    let settings = settings(db, file);
    if settings.house_rules.is_empty()
        || file.kind(db) != FileKind::Manifest
        || has_syntax_errors(db, file)
    {
        return;
    }
    let (text, root) = (file.text(db), parse(db, file).syntax());
    for rule in &settings.house_rules {
        let source = rule.source();
        for found in rule.check(text, &root) {
            let place = Place::new(file, found.range);
            let diagnostic = Diagnostic::new(&HOUSE_RULE, place, found.message)
                .with_severity(source.severity)
                .with_subject(Subject::HouseRule(source.name.as_str().into()))
                .with_help(format!(
                    "The house rule '{}' of the settings reports this",
                    source.name
                ));
            out.push(match found.rewrite {
                Some(text) => diagnostic.with_fix(Fix::replace(
                    "Rewrite it as the rule says",
                    Safety::Unsafe,
                    Place::new(file, found.whole),
                    text,
                )),
                None => diagnostic,
            });
        }
    }
}

/// The name of the house rule that a diagnostic is of.
pub(crate) fn name_of(diagnostic: &Diagnostic<FilePlace>) -> Option<&str> {
    match diagnostic.subject.as_deref()? {
        Subject::HouseRule(name) => Some(name),
        _ => None,
    }
}

/// Whether the settings of a file have a house rule with a name.
pub(crate) fn has(db: &dyn Db, file: File, name: &str) -> bool {
    let settings = settings(db, file);
    let mut rules = settings.house_rules.iter();
    rules.any(|rule| rule.source().name == name)
}
