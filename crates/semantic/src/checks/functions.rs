//! Calls of functions in the Puppet language: how many arguments, and of which types.

use puppet_diagnostics::rules;
use puppet_hir::model::{Expr, ExprId};

use super::bodies::Context;
use crate::finding::{Anchor, Finding};
use crate::infer::Call;
use crate::item::{Item, ItemKind};
use crate::mismatch::mismatch;
use crate::resolve::resolve;
use crate::signature::{ParameterSignature, Signature, signature};

pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    for it in context.reachable() {
        let Some(call) = Call::of(context.body, it.id) else {
            continue;
        };
        let Some(name) = call.name else { continue };
        let environment = context.environment();
        let function = resolve(
            context.db,
            environment,
            context.item.file,
            ItemKind::Function,
            name,
        )
        .found();
        // How many arguments an unfolded one is cannot be counted.
        let unfolds = call
            .arguments
            .iter()
            .any(|it| matches!(context.body.expr(*it), Expr::Unfold(_)));
        if let Some(item) = function.filter(|_| !unfolds) {
            check_call(
                context,
                it.id,
                &call,
                name,
                item,
                signature(context.db, environment, item),
                out,
            );
        }
    }
}

fn check_call(
    context: &Context<'_>,
    id: ExprId,
    call: &Call<'_>,
    name: &str,
    item: Item,
    signature: &Signature,
    out: &mut Vec<Finding>,
) {
    if let Some(message) = wrong_count(name, signature, call.arguments.len()) {
        let finding = Finding::new(&rules::NO_MATCHING_OVERLOAD, Anchor::Expr(id), message);
        out.push(finding.with_related(item, Anchor::Name, "the function is defined here"));
        return;
    }
    for (index, argument) in call.arguments.iter().enumerate() {
        let Some(parameter) = parameter_at(signature, index) else {
            continue;
        };
        let subject = format!("'{name}' parameter '{}'", parameter.name);
        let known = context.inference.known(*argument);
        if let Some(message) = mismatch(&context.names, &subject, &parameter.element_type(), known)
        {
            out.push(
                Finding::new(
                    &rules::ARGUMENT_TYPE_MISMATCH,
                    Anchor::Expr(*argument),
                    message,
                )
                .with_related(
                    item,
                    Anchor::Part(parameter.part),
                    format!("parameter '{}' is declared here", parameter.name),
                ),
            );
        }
    }
}

fn parameter_at(signature: &Signature, index: usize) -> Option<&ParameterSignature> {
    let last = signature
        .parameters
        .last()
        .filter(|last| last.captures_rest);
    signature.parameters.get(index).or(last)
}

/// Puppet's text about a wrong number of arguments.
fn wrong_count(name: &str, signature: &Signature, given: usize) -> Option<String> {
    let required = signature
        .parameters
        .iter()
        .filter(|it| !it.has_default && !it.captures_rest)
        .count();
    let takes_more = signature.parameters.iter().any(|it| it.captures_rest);
    let most = (!takes_more).then_some(signature.parameters.len());
    if given >= required && most.is_none_or(|most| given <= most) {
        return None;
    }
    let expected = match most {
        Some(most) if most == required => count(required),
        Some(most) => format!("between {required} and {} arguments", most),
        None => format!("at least {}", count(required)),
    };
    let given = if given == 0 {
        "none".to_owned()
    } else {
        given.to_string()
    };
    Some(format!("'{name}' expects {expected}, got {given}"))
}

fn count(arguments: usize) -> String {
    match arguments {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        many => format!("{many} arguments"),
    }
}
