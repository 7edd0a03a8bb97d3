//! Values and names that `run_task` passes to the parameters of a task.
//!
//! Source: `Puppet::Pal::TaskSignature#runnable_with?`, which Bolt's `run_task` asks.

use crate::templates::epp_arguments::{NamedParameter, check_value};
use crate::types::plan_arguments::NamedRun;
use puppet_inference::body_context::Context;
use puppet_inference::infer::may_be;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::Item;
use puppet_semantic::tasks;
use puppet_types::Type;
use puppet_types::inferred::Inferred;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        if call.name != Some("run_task") {
            continue;
        }
        let Some(run) = NamedRun::resolve_call(context, call) else {
            continue;
        };
        let (db, from) = (context.db, context.item.file);
        let Some((file, task)) = tasks::task(db, from, run.name) else {
            continue;
        };
        let label = format!("task '{}'", run.name);
        for passed in &run.passed {
            let mut parameters = task.parameters.iter();
            let parameter = parameters.find(|it| it.name == *passed.name);
            let ty = parameter.and_then(|it| tasks::parameter_type(db, from, it));
            let (Some(parameter), Some(ty)) = (parameter, ty) else {
                continue;
            };
            let parameter = NamedParameter {
                name: &parameter.name,
                ty: &ty,
                has_default: parameter.default.is_some(),
                declared_at: Some((
                    Item::outside_definitions(file),
                    Anchor::Text(parameter.range),
                )),
                callee: &label,
            };
            out.extend(check_value(context, passed, &parameter));
        }
        // A task that describes no parameters takes all.
        if !task.parameters.is_empty() {
            let takes = task.parameters.iter().map(|it| {
                let ty = tasks::parameter_type(db, from, it);
                let may_be_undef = |ty| may_be(&context.names, &Inferred::Type(ty), &Type::Undef);
                (&*it.name, it.is_required() && !ty.is_none_or(may_be_undef))
            });
            let takes: Vec<(&str, bool)> = takes.collect();
            out.extend(run.mistaken_names(context, &label, &takes, &[]));
        }
    }
}
