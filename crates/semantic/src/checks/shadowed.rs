//! Parameters of lambdas that hide a variable of the code around them.

use puppet_diagnostics::rules;
use puppet_hir::model::{Expr, Parameter, Step};
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
    for step in context.body.preorder_all() {
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
