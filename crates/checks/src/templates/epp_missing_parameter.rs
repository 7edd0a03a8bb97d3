//! Parameters of EPP templates for which no value is passed.

use puppet_diagnostics::{Subject, declare_rule};
use puppet_hir::model::ExprId;
use smol_str::SmolStr;

use crate::names::unknown_variable::may_exist as is_given_by_puppet;
use crate::templates::epp_arguments::{PassedKey, passed_keys};
use puppet_inference::body_context::Context;
use puppet_inference::functions::item_signature::ParameterSignature;
use puppet_inference::templates::call_sites::{is_given_to_template, needed_by_template};
use puppet_inference::variables::bindings::top_level_bindings;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::Item;
use puppet_text::closest;

declare_rule! {
    /// An EPP template is rendered without a required parameter.
    pub EPP_MISSING_PARAMETER = { code: "F502", name: "epp-missing-parameter", level: Error, fix: Unsafe }
}

/// A parameter without a value, at the hash of values or the call.
pub(crate) fn diagnostic(at: ExprId, parameter: &ParameterSignature) -> BodyDiagnostic {
    let message = format!(
        "Template expects a value for parameter '{}'",
        parameter.name
    );
    BodyDiagnostic::new(&EPP_MISSING_PARAMETER, Anchor::Expr(at), message)
        .with_subject(Subject::Missing(vec![parameter.name.clone()]))
}

/// What a template without declared parameters reads in any case: it is missing where this call does not give it, but
/// others do, or something that is written almost like it and that the template does not read.
pub(crate) fn check_undeclared(
    context: &Context<'_>,
    hash: ExprId,
    file: &SmolStr,
    template: Item,
    out: &mut Vec<BodyDiagnostic>,
) {
    let Some((passed, true)) = passed_keys(context, Some(hash)) else {
        return;
    };
    let (db, environment) = (context.db, context.environment());
    let needed = needed_by_template(db, environment, template);
    let Some(at_top) = top_level_bindings(db, environment, template.file) else {
        return;
    };
    for name in needed.iter() {
        let is_reported = passed.iter().any(|it| it.name == *name)
            || at_top.contains(name)
            || is_given_by_puppet(context, name);
        if is_reported {
            continue;
        }
        let others = passed.iter().filter(|it| !needed.contains(&it.name));
        let others: Vec<&PassedKey> = others.collect();
        let similar = closest(name, others.iter().map(|it| it.name.as_str()));
        let misspelled = others.iter().find(|it| Some(it.name.as_str()) == similar);
        if misspelled.is_none()
            && !is_given_to_template(db, environment, file.clone(), name.clone())
        {
            continue;
        }
        let message =
            format!("Unknown variable: '{name}': the template reads it, but it is not passed");
        let at = misspelled.map_or(hash, |it| it.key);
        let diagnostic = BodyDiagnostic::new(&EPP_MISSING_PARAMETER, Anchor::Expr(at), message)
            .with_issue("UNKNOWN_VARIABLE");
        out.push(match misspelled {
            Some(_) => diagnostic.with_similar(name),
            None => diagnostic
                .with_help(format!("Add '{name}' to the hash"))
                .with_subject(Subject::Missing(vec![name.clone()])),
        });
    }
}
