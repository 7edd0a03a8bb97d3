//! Templates in Embedded Ruby whose code Ruby cannot parse, or that name what does not exist.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_ruby::{TemplateProblem, TemplateProblemKind};
use rustc_hash::FxHashMap;

use crate::templates::erb_calls::{TemplateCall, all_used_templates};
use crate::templates::erb_unknown_variable::names_in_scope;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// The Ruby code of an ERB template has a syntax error, or names what does not exist.
    pub ERB_INVALID_CODE = {
        code: "F505", name: "erb-invalid-code",
        level: Error, no_fix: "the template is another file",
        help: "Correct the Ruby code: Puppet cannot render the template",
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let mut reported = FxHashMap::default();
    for template in all_used_templates(context) {
        let mut problems: Vec<_> = template.reads.problems.iter().collect();
        problems.sort_by_key(|problem| !problem.is_certain);
        for problem in problems {
            if let TemplateProblemKind::UnknownName(word) = &problem.kind {
                let name = (template.source.clone(), word.clone());
                if let Some((argument, index)) = reported.get(&name).copied() {
                    if argument == template.argument {
                        add_use(&template, problem, &mut out[index]);
                    }
                    continue;
                }
                reported.insert(name, (template.argument, out.len()));
            }
            out.extend(diagnostic(context, &template, problem));
        }
    }
}

/// One diagnostic is for all uses of a name in a template.
fn add_use(template: &TemplateCall, problem: &TemplateProblem, diagnostic: &mut BodyDiagnostic) {
    *diagnostic = template.with_place(diagnostic.clone(), problem.range, "It is used here, too");
}

fn diagnostic(
    context: &Context<'_>,
    template: &TemplateCall,
    problem: &TemplateProblem,
) -> Option<BodyDiagnostic> {
    let at = Anchor::Expr(template.argument);
    let rule = &ERB_INVALID_CODE;
    let subject = &template.subject();
    let diagnostic = match &problem.kind {
        TemplateProblemKind::Syntax(message) => {
            let message = format!("{subject} has invalid Ruby code: {message}");
            BodyDiagnostic::new(rule, at, message)
        }
        TemplateProblemKind::UnknownName(word) => {
            let message = format!("{subject}: {}", unknown(word));
            BodyDiagnostic::new(rule, at, message).with_help(remedy(context, word))
        }
        TemplateProblemKind::UnusedValue => return None,
    };
    let severity = match problem.is_certain {
        true => Severity::Error,
        false => Severity::Warning,
    };
    let diagnostic = diagnostic.with_severity(severity);
    Some(template.with_place(diagnostic, problem.range, "Ruby fails here"))
}

/// What Ruby says of a name that does not exist.
fn unknown(name: &str) -> String {
    match name.chars().next() {
        Some('@') => format!("uninitialized class variable {name}"),
        Some(first) if first.is_uppercase() => format!("uninitialized constant {name}"),
        _ => format!("undefined local variable or method '{name}'"),
    }
}

fn remedy(context: &Context<'_>, name: &str) -> String {
    let names = names_in_scope(context);
    let variable = name.trim_start_matches('@');
    match name {
        "True" | "False" => format!("Did you mean '{}'?", name.to_lowercase()),
        _ if name.starts_with(char::is_uppercase) => "Did you mean 'nil'?".to_owned(),
        _ if names.is_some_and(|names| names.contains(variable)) => {
            format!("Did you mean '@{variable}'?")
        }
        _ if name.starts_with('@') => "Variables of Puppet start with one '@'".to_owned(),
        _ => "Variables of Puppet start with '@' in templates".to_owned(),
    }
}
