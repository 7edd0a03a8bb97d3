//! Parameters of lambdas that hide a variable of the code around them.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{self, ChunkRef, Expr, ExprKinds, Parameter, Summary};
use smol_str::SmolStr;

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// A parameter of a lambda shadows a variable of the enclosing code.
    pub SHADOWED_VARIABLE = {
        code: "N114", name: "shadowed-variable",
        levels: [Off, Hint, Warning], fix: Safe,
        help: "Use another name: the outer variable cannot be read here",
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    if !context.body.has(ExprKinds::LAMBDA) {
        return;
    }
    let parameters = context.body.parameters().iter();
    let mut visible: Vec<(SmolStr, Anchor)> = parameters.map(named).collect();
    let mut marks = Vec::new();
    for step in context
        .body
        .summaries::<Steps>()
        .iter()
        .flat_map(|it| &it.0)
    {
        match step {
            ScopeStep::Enter(parameters) => {
                for (name, at) in parameters {
                    let hidden = visible.iter().rev().find(|(it, _)| it == name);
                    out.extend(hidden.map(|(_, hidden)| diagnostic(context, name, *at, *hidden)));
                }
                marks.push(visible.len());
                visible.extend(parameters.iter().cloned());
            }
            ScopeStep::Leave => visible.truncate(marks.pop().unwrap_or(0)),
            ScopeStep::Assign(name, at) => visible.push((name.clone(), *at)),
        }
    }
}

/// What a chunk of a body does to the variables that can be seen, in the order of the source.
struct Steps(Box<[ScopeStep]>);

enum ScopeStep {
    /// A lambda starts, with these parameters.
    Enter(Box<[(SmolStr, Anchor)]>),
    /// It ends.
    Leave,
    /// A variable is assigned.
    Assign(SmolStr, Anchor),
}

impl Summary for Steps {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        let body = chunk.body;
        let steps = chunk.preorder().filter_map(|step| match step {
            model::Step::Enter(id) => match body.expr(id) {
                Expr::Lambda { parameters, .. } => {
                    Some(ScopeStep::Enter(parameters.iter().map(named).collect()))
                }
                _ => None,
            },
            model::Step::Leave(id) => match body.expr(id) {
                Expr::Lambda { .. } => Some(ScopeStep::Leave),
                Expr::Assignment { left, .. } => {
                    let name = body.variable_name(*left)?;
                    Some(ScopeStep::Assign(name.clone(), Anchor::Expr(*left)))
                }
                _ => None,
            },
        });
        Self(steps.collect())
    }
}

fn named(parameter: &Parameter) -> (SmolStr, Anchor) {
    (parameter.name.clone(), Anchor::PartName(parameter.part))
}

fn diagnostic(context: &Context<'_>, name: &str, at: Anchor, hidden: Anchor) -> BodyDiagnostic {
    let message = format!("Variable '${name}' shadows an outer variable of the same name");
    BodyDiagnostic::new(&SHADOWED_VARIABLE, at, message).with_related(
        (context.item, hidden),
        "The outer variable cannot be read in the lambda",
    )
}
