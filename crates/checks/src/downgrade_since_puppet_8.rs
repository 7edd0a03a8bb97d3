//! Errors that only Puppet 8 and later make of something, in code for earlier versions: they are warnings.
//!
//! The settings `strict` and `strict_variables` are `error` and true since Puppet 8.

use puppet_diagnostics::{Rule, Severity};

use crate::rules;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::target_versions::{is_for_modern, targets};

/// The rules about what earlier versions warn of.
const RULES: [&Rule; 2] = [&rules::IMPLICIT_NUMBER_COERCION, &rules::UNKNOWN_VARIABLE];

pub fn soften(context: &Context<'_>, diagnostics: &mut [BodyDiagnostic]) {
    let is_new = |diagnostic: &&mut BodyDiagnostic| {
        let mut rules = RULES.iter();
        diagnostic.severity == Severity::Error
            && rules.any(|rule| rule.code == diagnostic.rule.code)
    };
    let mut found = diagnostics.iter_mut().filter(is_new).peekable();
    if found.peek().is_none() {
        return;
    }
    let targets = targets(context.db, context.item.file);
    if targets.is_empty() || is_for_modern(&targets) {
        return;
    }
    for diagnostic in found {
        diagnostic.severity = Severity::Warning;
        diagnostic.help.get_or_insert_with(|| {
            "An error since Puppet 8, which metadata.json or the settings exclude".to_owned()
        });
    }
}
