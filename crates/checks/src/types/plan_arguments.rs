//! Values that `run_plan` passes to the parameters of a plan.
//!
//! Source: `Puppet::Pops::Evaluator::Closure#call_by_name`.

use puppet_hir::model::Expr;
use puppet_types::Value;

use crate::runner::Context;
use crate::templates::epp_arguments::{check_value, passed_keys};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::functions::item_signature::signature;
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::resolve::module_items::resolve;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        if call.name != Some("run_plan") || call.is_unfolded(context.body) {
            continue;
        }
        let [plan, .., arguments] = call.arguments[..] else {
            continue;
        };
        let name = context
            .inference
            .known(plan)
            .value()
            .and_then(Value::as_str);
        let Some(name) = name.map(canonical) else {
            continue;
        };
        let (db, environment, from) = (context.db, context.environment(), context.item.file);
        let Some(item) = resolve(db, environment, from, ItemKind::Plan, &name).item() else {
            continue;
        };
        // The targets may stand alone.
        if !matches!(context.body.expr(arguments), Expr::LiteralHash(_)) {
            continue;
        }
        let parameters = signature(db, environment, item);
        let (passed, _) = passed_keys(context, Some(arguments)).unwrap_or_default();
        let label = format!("plan '{name}'");
        for passed in &passed {
            if let Some(parameter) = parameters.parameter(&passed.name) {
                out.extend(check_value(context, passed, parameter, (item, &label)));
            }
        }
    }
}
