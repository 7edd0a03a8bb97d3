//! Parameters of lambdas that hide a variable of the code around them.

use puppet_diagnostics::rules;
use puppet_hir::model::{Body, Chunk, Expr, Kinds, Parameter, Step};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::bodies::Context;
use crate::finding::{Anchor, Finding};

pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    let mut visible: Vec<(SmolStr, Anchor)> = Vec::new();
    let see = |visible: &mut Vec<_>, parameters: &[Parameter]| {
        visible.extend(
            parameters
                .iter()
                .map(|it| (it.name.clone(), Anchor::PartName(it.part))),
        );
    };
    see(&mut visible, context.body.parameters());
    let mut marks = Vec::new();
    if !context.body.has(Kinds::LAMBDA) {
        return;
    }
    for step in concerning_lambdas(context.body) {
        match step {
            Step::Enter(id) => {
                if let Expr::Lambda { parameters, .. } = context.body.expr(id) {
                    for parameter in parameters {
                        let hidden = visible
                            .iter()
                            .rev()
                            .find(|(name, _)| *name == parameter.name);
                        out.extend(hidden.map(|(_, anchor)| finding(context, parameter, *anchor)));
                    }
                    marks.push(visible.len());
                    see(&mut visible, parameters);
                }
            }
            Step::Leave(id) => match context.body.expr(id) {
                Expr::Lambda { .. } => visible.truncate(marks.pop().unwrap_or(0)),
                Expr::Assignment { left, .. } => {
                    let name = context.body.variable_name(*left);
                    visible.extend(name.map(|name| (name.clone(), Anchor::Expr(*left))));
                }
                _ => {}
            },
        }
    }
}

/// A walk over the statements that have lambdas, or that name a variable as the parameter of a lambda is named.
fn concerning_lambdas(body: &Body) -> impl Iterator<Item = Step> {
    let lambdas = body.exprs().filter_map(|(_, expr)| match expr {
        Expr::Lambda { parameters, .. } => Some(parameters),
        _ => None,
    });
    let names: FxHashSet<&SmolStr> = lambdas.flatten().map(|it| &it.name).collect();
    let concerns = |chunk: &Chunk| {
        let mut named = chunk.mentions().variables.keys();
        chunk.kinds().has(Kinds::LAMBDA) || named.any(|name| names.contains(name))
    };
    let concerns: Vec<bool> = body.chunks().iter().map(|chunk| concerns(chunk)).collect();
    let statements = body.statements().into_iter().filter(move |statement| {
        let chunk = body.chunk_of(*statement);
        chunk.is_none_or(|chunk| concerns.get(chunk).copied().unwrap_or(true))
    });
    statements.flat_map(|statement| body.preorder(statement))
}

fn finding(context: &Context<'_>, parameter: &Parameter, hidden: Anchor) -> Finding {
    let message = format!("'${}' hides a variable of the same name", parameter.name);
    Finding::new(
        &rules::SHADOWED_VARIABLE,
        Anchor::PartName(parameter.part),
        message,
    )
    .with_related(
        context.item,
        hidden,
        "this one cannot be read in the lambda",
    )
}
