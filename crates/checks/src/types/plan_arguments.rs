//! Values and names that `run_plan` passes to the parameters of a plan.
//!
//! Source: `Puppet::Pops::Evaluator::Closure#call_by_name`.

use puppet_diagnostics::Severity;
use puppet_hir::model::{Expr, ExprId};

use crate::templates::epp_arguments::{NamedParameter, PassedKey, check_value, passed_keys};
use crate::types::no_matching_overload;
use puppet_inference::body_context::Context;
use puppet_inference::functions::item_signature::signature;
use puppet_inference::infer::{Call, may_be};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::resolve::module_items::resolve;
use puppet_types::Type;
use puppet_types::inferred::Inferred;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        if call.name != Some("run_plan") {
            continue;
        }
        let Some(run) = NamedRun::resolve_call(context, call) else {
            continue;
        };
        let name = canonical(run.name);
        let (db, environment, from) = (context.db, context.environment(), context.item.file);
        let Some(item) = resolve(db, environment, from, ItemKind::Plan, &name).item() else {
            continue;
        };
        let parameters = signature(db, environment, item);
        let label = format!("plan '{name}'");
        for passed in &run.passed {
            if let Some(parameter) = parameters.parameter(&passed.name) {
                let parameter = NamedParameter::new(parameter, Some(item), &label);
                out.extend(check_value(context, passed, &parameter));
            }
        }
        let takes: Vec<(&str, bool)> = parameters
            .parameters
            .iter()
            .map(|it| (&*it.name, !it.has_default))
            .collect();
        // Targets that stand alone are those of the parameter with this name.
        let given: &[&str] = match call.arguments[..] {
            [_, at] if !context.are_targets(at) => &[],
            _ => &["nodes", "targets"],
        };
        out.extend(run.mistaken_names(context, &label, &takes, given));
    }
}

/// A call that runs a plan or a task.
pub(crate) struct NamedRun<'a> {
    /// The name of the plan or task.
    pub(crate) name: &'a str,
    /// What it passes by name: the last argument. The targets may stand alone.
    pub(crate) passed: Vec<PassedKey>,
    /// Where it passes that.
    at: ExprId,
    /// Whether it passes nothing else.
    is_complete: bool,
}

impl<'a> NamedRun<'a> {
    /// A call whose last argument is a hash that is written there, or that has targets alone.
    pub(crate) fn resolve_call(context: &'a Context<'_>, call: &Call<'_>) -> Option<Self> {
        let (runs, at) = (*call.arguments.first()?, *call.arguments.last()?);
        let is_hash = matches!(context.body.expr(at), Expr::LiteralHash(_));
        let has_targets_alone = match call.arguments[..] {
            [_, targets] => context.are_targets(targets),
            _ => false,
        };
        if !(is_hash || has_targets_alone) || call.is_unfolded(context.body) {
            return None;
        }
        let (passed, is_complete) = passed_keys(context, is_hash.then_some(at))?;
        Some(Self {
            name: context.inference.result(runs).value()?.as_str()?,
            passed,
            at,
            is_complete,
        })
    }

    /// What is passed for which there is no parameter; if there is nothing of that, what is not passed and must be.
    pub(crate) fn mistaken_names(
        &self,
        context: &Context<'_>,
        label: &str,
        takes: &[(&str, bool)],
        given: &[&str],
    ) -> Vec<BodyDiagnostic> {
        // Names that start with an underscore are options of the call.
        let is_unknown = |it: &&PassedKey| {
            !it.name.starts_with('_')
                && it.value != Inferred::UNDEF
                && !takes.iter().any(|(name, _)| *name == it.name)
        };
        let unknown = self.passed.iter().filter(is_unknown);
        let unknown = unknown.map(|it| {
            let names = takes.iter().map(|(name, _)| *name);
            let diagnostic = no_matching_overload::unknown_name(label, it.key, &it.name, names);
            // What is undef is not passed.
            match may_be(&context.names, &it.value, &Type::Undef) {
                true => diagnostic.with_severity(Severity::Warning),
                false => diagnostic,
            }
        });
        let unknown: Vec<BodyDiagnostic> = unknown.collect();
        match unknown.is_empty() {
            true => self.missing(label, takes, given).into_iter().collect(),
            false => unknown,
        }
    }

    /// The first parameter that needs a value and gets none.
    fn missing(
        &self,
        label: &str,
        takes: &[(&str, bool)],
        given: &[&str],
    ) -> Option<BodyDiagnostic> {
        let is_given =
            |name: &str| given.contains(&name) || self.passed.iter().any(|it| it.name == name);
        let mut needed = takes.iter().filter(|(_, is_needed)| *is_needed);
        let (name, _) = needed.find(|(name, _)| self.is_complete && !is_given(name))?;
        Some(no_matching_overload::missing_value(label, self.at, name))
    }
}
