//! Values that `run_plan` passes to the parameters of a plan.
//!
//! Source: `Puppet::Pops::Evaluator::Closure#call_by_name`.

use puppet_hir::model::Expr;

use crate::templates::epp_arguments::{NamedParameter, PassedKey, check_value, passed_keys};
use puppet_inference::body_context::Context;
use puppet_inference::functions::item_signature::signature;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::resolve::module_items::resolve;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        if call.name != Some("run_plan") {
            continue;
        }
        let Some((name, passed)) = passed_by_name(context, call) else {
            continue;
        };
        let name = canonical(name);
        let (db, environment, from) = (context.db, context.environment(), context.item.file);
        let Some(item) = resolve(db, environment, from, ItemKind::Plan, &name).item() else {
            continue;
        };
        let parameters = signature(db, environment, item);
        let label = format!("plan '{name}'");
        for passed in &passed {
            if let Some(parameter) = parameters.parameter(&passed.name) {
                let parameter = NamedParameter::new(parameter, item, &label);
                out.extend(check_value(context, passed, &parameter));
            }
        }
    }
}

/// The plan or task that a call runs, and what it passes by name: the last argument, if it is a hash. The targets may
/// stand alone.
pub(crate) fn passed_by_name<'a>(
    context: &'a Context<'_>,
    call: &Call<'_>,
) -> Option<(&'a str, Vec<PassedKey>)> {
    let [runs, .., arguments] = call.arguments[..] else {
        return None;
    };
    let is_hash = matches!(context.body.expr(arguments), Expr::LiteralHash(_));
    if !is_hash || call.is_unfolded(context.body) {
        return None;
    }
    let name = context.inference.known(runs).value()?.as_str()?;
    let (passed, _) = passed_keys(context, Some(arguments))?;
    Some((name, passed))
}
