//! The expressions and parameters that give the variables of a body their values.

use puppet_hir::model::{Body, Expr, ExprId, Parameter};
use rustc_hash::FxHashMap;

use crate::infer::Call;
use crate::variables::bindings::targets;

/// What gives a variable its value.
pub enum Binding<'a> {
    /// It is a parameter of the definition.
    Parameter(&'a Parameter),
    /// It is a parameter of a lambda, whose function has this first argument.
    OfLambda(&'a Parameter, Option<ExprId>),
    /// These are assigned to it, by several branches or to several variables of the name.
    Assigned(Vec<ExprId>),
}

/// What gives the variables of a body their values; none for names that are bound in different ways.
pub type Bindings<'a> = FxHashMap<&'a str, Option<Binding<'a>>>;

/// Reads all bindings of a body.
pub fn bindings<'a, 'c>(body: &'a Body, calls: impl Iterator<Item = &'c Call<'a>>) -> Bindings<'a>
where
    'a: 'c,
{
    let mut bindings = Bindings::default();
    let mut parts = Vec::new();
    let mut bind = |name: &'a str, binding| {
        let place = bindings.entry(name);
        place
            .and_modify(|before| match (before, &binding) {
                (Some(Binding::Assigned(all)), Binding::Assigned(more)) => all.extend(more),
                (before, _) => *before = None,
            })
            .or_insert(Some(binding));
    };
    for parameter in body.parameters() {
        bind(&parameter.name, Binding::Parameter(parameter));
    }
    for call in calls {
        let of = call.arguments.first().copied();
        if let Some(Expr::Lambda { parameters, .. }) = call.lambda.map(|it| body.expr(it)) {
            for parameter in parameters {
                bind(&parameter.name, Binding::OfLambda(parameter, of));
            }
        }
    }
    // A template declares its parameters as a lambda does.
    if let Some(Expr::Lambda { parameters, .. }) = body.root().map(|it| body.expr(it)) {
        for parameter in parameters {
            bind(&parameter.name, Binding::Parameter(parameter));
        }
    }
    for (_, expr) in body.exprs() {
        let Expr::Assignment { left, right, .. } = expr else {
            continue;
        };
        match body.variable_name(*left) {
            Some(name) => bind(name, Binding::Assigned(vec![*right])),
            None => parts.extend(targets(body, *left).unwrap_or_default()),
        }
    }
    bindings.extend(parts.into_iter().map(|name| (name.as_str(), None)));
    bindings
}
