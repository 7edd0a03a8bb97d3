//! Evaluation of iterations over constants, with lambdas that depend on constants alone.

use std::sync::Arc;

use puppet_eval::{Assumptions, Ending, ErrorLocation, Issue, Options, Site};
use puppet_hir::model::{Expr, ExprId};
use puppet_types::Value;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::infer::builder::InferenceBuilder;
use crate::infer::call::const_eval::LIMITS;
use crate::infer::inference::Failure;
use puppet_hir::Call;
use puppet_types::inferred::Inferred;

/// Functions that do nothing but call their lambda.
const FUNCTIONS: [&str; 18] = [
    "all",
    "any",
    "each",
    "filter",
    "group_by",
    "index",
    "lest",
    "map",
    "max",
    "min",
    "partition",
    "reduce",
    "reverse_each",
    "slice",
    "sort",
    "then",
    "unique",
    "with",
];

/// Lambdas within more lambdas than this are left to the outer ones.
const MAX_LAMBDAS: usize = 2;

/// The result of a call with a lambda; `None` if it depends on anything that is not known.
pub(super) fn evaluate(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    call: &Call<'_>,
    name: &str,
) -> Option<Inferred> {
    call.lambda?;
    let is_known = |argument: &ExprId| walk.result(*argument).value().is_some();
    if !FUNCTIONS.contains(&name)
        || walk.lambdas > MAX_LAMBDAS
        || !call.arguments.iter().all(is_known)
    {
        return None;
    }
    let body = Arc::clone(walk.shared_body.as_ref()?);
    let parts = LambdaParts::of(walk, id);
    let options = Options {
        assumptions: Assumptions::Open,
        limits: LIMITS,
        variables: parts.variables.clone()?,
        ..Options::default()
    };
    match puppet_eval::evaluate_expression(body, id, &options) {
        Ok(value) => Some(value.into()),
        Err(Ending::Error(error)) if !parts.may_fail_on_purpose => {
            let expr = match error.place.map(|place| place.site) {
                Some(Site::Expr(expr) | Site::Line(expr)) => expr,
                _ => id,
            };
            // What fails by its types alone was reported when the lambda was walked.
            if parts.exprs.contains(&expr) && !walk.has_failed_in(&parts.exprs) {
                walk.fail(Failure {
                    expr,
                    blame: ErrorLocation::Whole,
                    issue: error.issue.unwrap_or(Issue::RuntimeError),
                    message: without_introduction(&error.message).to_owned(),
                });
            }
            Some(Inferred::UNKNOWN)
        }
        Err(_) => None,
    }
}

/// Puppet names the call in front of what a function raises.
fn without_introduction(message: &str) -> &str {
    let introductions = [
        "Error while evaluating a Function Call, ",
        "Error while evaluating a Method call, ",
    ];
    introductions
        .iter()
        .find_map(|introduction| message.strip_prefix(introduction))
        .unwrap_or(message)
}

/// What a call consists of.
struct LambdaParts {
    exprs: FxHashSet<ExprId>,
    /// The variables that it reads, as far as they come from outside; `None` if one of them is not known.
    variables: Option<Vec<(SmolStr, Value)>>,
    /// Whether it calls `fail`.
    may_fail_on_purpose: bool,
}

impl LambdaParts {
    fn of(walk: &InferenceBuilder<'_>, call: ExprId) -> Self {
        let body = walk.body;
        let mut parts = Self {
            exprs: FxHashSet::default(),
            variables: Some(Vec::new()),
            may_fail_on_purpose: false,
        };
        for (id, expr) in body.preorder(call).entered() {
            parts.exprs.insert(id);
            match expr {
                Expr::Variable(_) => parts.add_variable(walk, id),
                Expr::QualifiedName(name) => parts.may_fail_on_purpose |= name == "fail",
                _ => {}
            }
        }
        parts
    }

    /// Variables that nothing outside assigns are the lambda's own, or unknown.
    fn add_variable(&mut self, walk: &InferenceBuilder<'_>, id: ExprId) {
        let Some(known) = walk
            .body
            .variable_name(id)
            .and_then(|name| Some((name, walk.scopes.get(name)?)))
        else {
            return;
        };
        match (known, &mut self.variables) {
            ((name, Inferred::Value(value)), Some(variables)) => {
                variables.push((name.clone(), value.clone()));
            }
            (_, variables) => *variables = None,
        }
    }
}
