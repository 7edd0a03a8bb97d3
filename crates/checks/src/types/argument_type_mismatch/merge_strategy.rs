//! Calls of `lookup` with a strategy of merging that does not exist.
//!
//! Source: `Puppet::Pops::MergeStrategy.strategy`.

use puppet_hir::model::{Expr, ExprId};
use puppet_types::Value;

use crate::rules;
use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_types::inferred::Inferred;

/// The strategies; the last three are for Puppet itself, and work.
const STRATEGIES: [&str; 7] = [
    "deep",
    "first",
    "hash",
    "unique",
    "default",
    "reverse_deep",
    "unconstrained_deep",
];

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        if call.name == Some("lookup") {
            check_call(context, call, out);
        }
    }
}

fn check_call(context: &Context<'_>, call: &Call<'_>, out: &mut Vec<BodyDiagnostic>) {
    let is_unfolded = |argument: &ExprId| matches!(context.body.expr(*argument), Expr::Unfold(_));
    if call.arguments.iter().any(is_unfolded) {
        return;
    }
    match call.arguments[..] {
        [_, _, merge, ..] => out.extend(check_strategy(merge, context.inference.result(merge))),
        [options] | [_, options] => {
            if let Inferred::Value(Value::Hash(hash)) = context.inference.result(options)
                && let Some(merge) = hash.get(&Value::string("merge"))
            {
                out.extend(check_strategy(options, &Inferred::Value(merge.clone())));
            }
        }
        [] => {}
    }
}

fn check_strategy(at: ExprId, merge: &Inferred) -> Option<BodyDiagnostic> {
    let merge = match merge.value()? {
        Value::Hash(options) => options.get(&Value::string("strategy"))?,
        merge => merge,
    };
    let name = merge.as_str().filter(|name| !STRATEGIES.contains(name))?;
    let message = format!("Unknown merge strategy: '{name}'");
    let diagnostic = BodyDiagnostic::new(&rules::ARGUMENT_TYPE_MISMATCH, Anchor::Expr(at), message);
    Some(diagnostic.with_help("The strategies are 'first', 'unique', 'hash' and 'deep'"))
}
