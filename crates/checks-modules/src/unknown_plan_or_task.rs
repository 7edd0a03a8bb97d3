//! Plans and tasks that are run, and that their module does not have.
//!
//! Source: Bolt's functions `run_plan`, `run_task` and `run_task_with`.

use puppet_db::Module;
use puppet_diagnostics::{Severity, declare_rule};
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::resolve::misspelled_module::similar_module_name;
use puppet_semantic::resolve::module_items::{has_other_versions, module_named};
use puppet_semantic::run_target::RunTarget;
use puppet_text::closest;

declare_rule! {
    /// A plan runs a plan or task that its module does not have.
    pub UNKNOWN_PLAN_OR_TASK = {
        code: "M718", name: "unknown-plan-or-task",
        level: Error, fix: Unsafe,
        help: "Correct the name, or add the file of the plan or task",
    }
}

/// Reports names of plans and tasks that are not there.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (it, call) in context.calls() {
        let kind = call.name.and_then(RunTarget::from_function);
        let Some((kind, &at)) = kind.zip(call.arguments.first()) else {
            continue;
        };
        let known = context.inference.result(at);
        let Some(name) = known.value().and_then(|name| name.as_str()) else {
            continue;
        };
        let Some((severity, similar)) = absent(context, kind, name) else {
            continue;
        };
        let severity = match it.is_conditional {
            true => Severity::Warning,
            false => severity,
        };
        let message = format!("Could not find a {} named '{name}'", kind.describe());
        let diagnostic = BodyDiagnostic::new(&UNKNOWN_PLAN_OR_TASK, Anchor::Expr(at), message);
        out.push(diagnostic.with_severity(severity).with_closest(similar));
    }
}

/// How certain it is that there is nothing of a name, and what is meant instead.
fn absent(
    context: &Context<'_>,
    kind: RunTarget,
    name: &str,
) -> Option<(Severity, Option<String>)> {
    let (db, environment) = (context.db, context.environment());
    let (module_name, _) = name.split_once("::").unwrap_or((name, ""));
    let Some(module) = module_named(db, environment, module_name) else {
        let exists = |name: &str| {
            let module = module_named(db, environment, name.split("::").next().unwrap_or(name));
            module.is_some_and(|module| exists(context, module, kind, name) == Some(true))
        };
        let meant = similar_module_name(&context.names, name, exists)?;
        return Some((Severity::Warning, Some(meant.into())));
    };
    // What is only described has none of its plans and tasks here.
    if module.origin(db).is_stub() || exists(context, module, kind, name)? {
        return None;
    }
    let own = owner(db, context.item.file).and_then(|owner| owner.module);
    let severity = match own == Some(module) {
        true => Severity::Error,
        false if has_other_versions(db, module) => return None,
        false => Severity::Warning,
    };
    let names = names(context, module, kind);
    let similar = closest(name, names.iter().map(String::as_str)).map(str::to_owned);
    Some((severity, similar))
}

/// Whether a module has a plan or task; `None` if its files could not be listed.
fn exists(context: &Context<'_>, module: Module, kind: RunTarget, name: &str) -> Option<bool> {
    module.assets(context.db).paths()?;
    let is_manifest = || {
        let plan = context.names.resolve(ItemKind::Plan, name);
        plan.item().is_some()
    };
    let has_file = || names(context, module, kind).iter().any(|it| it == name);
    Some(matches!(kind, RunTarget::Plan) && is_manifest() || has_file())
}

/// The names of a module's plans or tasks, by their files.
fn names(context: &Context<'_>, module: Module, kind: RunTarget) -> Vec<String> {
    let module_name = module.name(context.db);
    let paths = module.assets(context.db).paths().unwrap_or_default();
    let folder = match kind {
        RunTarget::Plan => "plans/",
        RunTarget::Task => "tasks/",
    };
    let files = paths.iter().filter_map(|path| path.strip_prefix(folder));
    let names = files.filter_map(|file| match kind {
        // Plans are also written in YAML.
        RunTarget::Plan => file
            .strip_suffix(".pp")
            .or_else(|| file.strip_suffix(".yaml")),
        RunTarget::Task => file.split('.').next(),
    });
    names
        .map(|name| match name {
            "init" => module_name.to_string(),
            name => format!("{module_name}::{}", name.replace('/', "::")),
        })
        .collect()
}
