//! `next`, `break` and `return` where there is nothing to leave.
//!
//! Source: `Puppet::Pops::Evaluator::PuppetStopIteration` and who catches it: iterating functions for `break`, closures
//! for `next`, functions, classes and defined types for `next` and `return`.

use puppet_db::FileKind;
use puppet_diagnostics::declare_rule;
use puppet_hir::model::{DefinitionKind, ExprId, Step};

use puppet_inference::body_context::Context;
use puppet_inference::functions::callable::is_core_function;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// `next`, `break` or `return` is called outside of the code that it can leave.
    pub ILLEGAL_JUMP = { code: "C406", name: "illegal-jump", level: Error }
}

/// Functions of Puppet that go through their elements in a way that `break` does not end: it ends what is around them.
const NOT_BREAKABLE: [&str; 12] = [
    "all",
    "any",
    "group_by",
    "index",
    "lest",
    "max",
    "min",
    "new",
    "partition",
    "sort",
    "then",
    "with",
];

/// Calls of `break`, `next` and `return` where nothing can be left.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let kind = context.body.definition().kind();
    let is_template = context.item.file.kind(context.db) == FileKind::Epp;
    if is_template || kind == DefinitionKind::Plan {
        return;
    }
    let mut around = Vec::new();
    for step in context.steps() {
        match step {
            Step::Enter(id) => {
                if let Some(call) = Call::from_expr(context.body, id) {
                    out.extend(check_call(context, kind, id, &call, &around));
                    if call.lambda.is_some() {
                        around.push(EnclosingConstruct::new(id, &call));
                    }
                } else if let Some(call) = around.last_mut()
                    && call.lambda == Some(id)
                {
                    call.is_inside = true;
                }
            }
            Step::Leave(id) => {
                around.pop_if(|call| call.id == id);
            }
        }
    }
}

/// A call with a lambda that is around a place.
struct EnclosingConstruct {
    id: ExprId,
    lambda: Option<ExprId>,
    /// Whether the lambda was entered, and not only the arguments.
    is_inside: bool,
    is_breakable: bool,
}

impl EnclosingConstruct {
    fn new(id: ExprId, call: &Call<'_>) -> Self {
        let is_breakable = match call.name {
            Some(name) => !is_core_function(name) || !NOT_BREAKABLE.contains(&name),
            // `T(…)` hands the instance to the lambda.
            None => false,
        };
        Self {
            id,
            lambda: call.lambda,
            is_inside: false,
            is_breakable,
        }
    }
}

fn check_call(
    context: &Context<'_>,
    kind: DefinitionKind,
    id: ExprId,
    call: &Call<'_>,
    around: &[EnclosingConstruct],
) -> Option<BodyDiagnostic> {
    let name = call.name?;
    let is_callable = matches!(
        kind,
        DefinitionKind::Function | DefinitionKind::Class | DefinitionKind::DefinedType
    );
    let mut lambdas = around.iter().filter(|call| call.is_inside);
    let is_legal = match name {
        "next" => is_callable || lambdas.next().is_some(),
        "return" => is_callable,
        "break" => lambdas.any(|call| call.is_breakable),
        _ => return None,
    };
    if is_legal || context.inference.is_unreachable(id) {
        return None;
    }
    let message = format!("{name}() from context where this is illegal");
    let help = match name {
        "next" => "Call next() inside a lambda, a function, a class or a defined type",
        "return" => "Call return() inside a function, a class or a defined type",
        _ => {
            "Call break() inside the lambda of a function such as each, map, filter, reduce or slice"
        }
    };
    Some(BodyDiagnostic::new(&ILLEGAL_JUMP, Anchor::Expr(id), message).with_help(help))
}
