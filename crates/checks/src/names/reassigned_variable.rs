//! Parameters with the name of a variable that Puppet sets itself.
//!
//! Sources: `Puppet::Parser::Scope#setvar`, `Puppet::Resource::Type#set_resource_parameters`. Other such names are
//! refused while parsing.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{DefinitionKind, Expr, Parameter};

use puppet_inference::body_context::Context;
use puppet_inference::infer::Failure;
use puppet_inference::infer::RESERVED;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// A variable is assigned twice in one scope, or a parameter uses a name that Puppet reserves, such as `$title`.
    pub REASSIGNED_VARIABLE = {
        code: "N103", name: "reassigned-variable", level: Error,
        help: "Use another name: a variable keeps its first value",
    }
}

/// Variables that are set for each class and defined type before its parameters.
const OF_MODULE: [&str; 2] = ["caller_module_name", "module_name"];

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let is_definition = matches!(
        context.body.definition().kind(),
        DefinitionKind::Class | DefinitionKind::DefinedType
    );
    for parameter in context.body.parameters() {
        if is_definition && OF_MODULE.contains(&parameter.name.as_str()) {
            let message = format!("Cannot reassign variable '${}'", parameter.name);
            out.push(diagnostic(parameter, message).with_issue("ILLEGAL_REASSIGNMENT"));
        } else {
            out.extend(reserved(parameter));
        }
    }
}

pub fn check_lambdas(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        if let Expr::Lambda { parameters, .. } = it.expr {
            out.extend(parameters.iter().filter_map(reserved));
        }
    }
}

fn reserved(parameter: &Parameter) -> Option<BodyDiagnostic> {
    RESERVED.contains(&parameter.name.as_str()).then(|| {
        let message = format!(
            "Attempt to assign to a reserved variable name: '{}'",
            parameter.name
        );
        diagnostic(parameter, message).with_issue("ILLEGAL_RESERVED_ASSIGNMENT")
    })
}

fn diagnostic(parameter: &Parameter, message: String) -> BodyDiagnostic {
    let at = Anchor::PartName(parameter.part);
    BodyDiagnostic::new(&REASSIGNED_VARIABLE, at, message)
        .with_help("Rename the parameter: Puppet sets this variable itself")
}

/// With the place at which a variable was assigned first that is assigned again.
pub(crate) fn with_first_assignment(
    context: &Context<'_>,
    failure: &Failure,
    diagnostic: BodyDiagnostic,
) -> BodyDiagnostic {
    let Some(name) = context.body.variable_name(failure.expr) else {
        return diagnostic;
    };
    let assignments = context.inference.assignments(failure.expr);
    if let Some(first) = assignments.and_then(|it| it.targets.first()) {
        return diagnostic.with_related(
            (context.item, Anchor::Expr(*first)),
            "It is assigned here first",
        );
    }
    let mut parameters = context.body.parameters().iter();
    match parameters.find(|parameter| parameter.name == *name) {
        Some(parameter) => {
            let at = Anchor::PartName(parameter.part);
            diagnostic.with_related((context.item, at), "It is a parameter")
        }
        None => diagnostic,
    }
}
