//! The names of templates that an argument of a call gives.

use puppet_diagnostics::Severity;
use puppet_hir::model::ExprId;
use puppet_types::Value;
use puppet_types::inferred::Inferred;

use puppet_inference::body_context::Context;
use puppet_inference::body_context::value_origins::value_origins;
use puppet_inference::infer::{Argument, CallSiteArguments, infer_at_call_site};
use puppet_semantic::body_diagnostic::BodyDiagnostic;

/// A value that names a template.
pub struct TemplateName {
    /// The value.
    pub value: Value,
    /// Where the value is written.
    pub origin: ExprId,
    /// It is the default of a parameter, which each use may replace.
    pub is_default: bool,
}

impl TemplateName {
    /// The diagnostic, as serious as it is sure that the template is used.
    pub fn soften(&self, diagnostic: BodyDiagnostic) -> BodyDiagnostic {
        match self.is_default && diagnostic.severity == Severity::Error {
            true => diagnostic.with_severity(Severity::Warning),
            false => diagnostic,
        }
    }
}

/// What an argument gives always or after some branches, or if a parameter has its default.
pub fn template_names(context: &Context<'_>, argument: ExprId) -> Vec<TemplateName> {
    let given = value_origins(context, argument).filter_map(|it| {
        Some(TemplateName {
            value: it.known.value()?.clone(),
            origin: it.origin,
            is_default: false,
        })
    });
    let mut names: Vec<TemplateName> = Vec::new();
    for name in given.chain(by_default(context, argument)) {
        if !names.iter().any(|it| it.value == name.value) {
            names.push(name);
        }
    }
    names
}

/// What an argument that reads parameters gives if only these have their defaults.
fn by_default(context: &Context<'_>, argument: ExprId) -> Option<TemplateName> {
    let parameters = context.body.parameters();
    let mut arguments = vec![Argument::Any; parameters.len()];
    let mut origin = None;
    for (id, _) in context.body.preorder(argument).entered() {
        let name = context.body.variable_name(id);
        let read = parameters.iter().position(|it| name == Some(&it.name));
        if let Some(read) = read {
            let default = parameters[read].value?;
            context.inference.result(default).value()?.as_str()?;
            arguments[read] = Argument::Default;
            origin = Some(default);
        }
    }
    // What is a part of a name is not the place of all of it.
    let is_whole = context.body.variable_name(argument).is_some();
    let origin = origin.map(|default| if is_whole { default } else { argument })?;
    let given = CallSiteArguments {
        title: Inferred::UNKNOWN,
        arguments: arguments.into(),
    };
    let inference = infer_at_call_site(context.db, context.environment(), context.item, &given);
    if inference.is_unreachable(argument) {
        return None;
    }
    Some(TemplateName {
        value: inference.result(argument).value()?.clone(),
        origin,
        is_default: true,
    })
}
