//! The keys that EPP templates are passed, and the parameters that they declare.
//!
//! Source: `Puppet::Pops::Evaluator::EppEvaluator`.

use puppet_diagnostics::Certainty;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Type, Value};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::rules;
use crate::templates::{epp_missing_parameter, epp_unknown_parameter};
use puppet_inference::body_context::Context;
use puppet_inference::functions::item_signature::{ParameterSignature, Parameters};
use puppet_inference::infer::Call;
use puppet_inference::templates::call_sites::with_extension;
use puppet_inference::templates::signature::{inline_template_signature, template_signature};
use puppet_possible_mismatch::{self as possible, Expectation, Subject};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::Item;
use puppet_semantic::resolve::assets::{Asset, AssetKind, asset};
use puppet_semantic::types::mismatch::refusal;
use puppet_types::inferred::Inferred;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        if it.expr.is_call()
            && let Some(call) = Call::from_expr(context.body, it.id)
            && !call.is_unfolded(context.body)
        {
            check_call(context, it.id, &call, out);
        }
    }
}

fn check_call(context: &Context<'_>, id: ExprId, call: &Call<'_>, out: &mut Vec<BodyDiagnostic>) {
    let Some((template, passed)) = call.arguments.split_first() else {
        return;
    };
    let text = || context.inference.result(*template).value()?.as_str();
    match call.name {
        Some("epp") => {
            if let Some(name) = text() {
                check_file(context, id, name, passed, out);
            }
        }
        Some("inline_epp") => {
            let parameters = text().and_then(|it| inline_template_signature(&context.names, it));
            if let Some(parameters) = parameters {
                check_parameters(context, id, passed.first().copied(), &parameters, None, out);
            }
        }
        _ => {}
    }
}

/// The template of a module, by its name.
fn check_file(
    context: &Context<'_>,
    id: ExprId,
    name: &str,
    passed: &[ExprId],
    out: &mut Vec<BodyDiagnostic>,
) {
    let file = with_extension(name);
    // An absolute path is one of the server.
    if file.starts_with('/') {
        return;
    }
    let template = asset(
        context.db,
        context.environment(),
        AssetKind::Template,
        &file,
    );
    let Asset::Found(Some(template)) = template else {
        return;
    };
    let item = Item::outside_definitions(template);
    if let Some(parameters) = template_signature(context.db, context.environment(), item) {
        let passed = passed.first().copied();
        check_parameters(context, id, passed, &parameters, Some(item), out);
        if let Some(hash) = passed.filter(|_| parameters.is_empty()) {
            epp_missing_parameter::check_undeclared(context, hash, &file, item, out);
        }
    }
}

/// A key of the hash that a template is passed, with its value.
pub(crate) struct PassedKey {
    pub name: SmolStr,
    pub key: ExprId,
    value_at: ExprId,
    pub value: Inferred,
    /// Whether the hash need not have it.
    may_be_missing: bool,
}

/// The keys that are passed, and whether these are all; `None` if the hash is unknown.
pub(crate) fn passed_keys(
    context: &Context<'_>,
    hash: Option<ExprId>,
) -> Option<(Vec<PassedKey>, bool)> {
    let Some(hash) = hash else {
        return Some((Vec::new(), true));
    };
    if let Expr::LiteralHash(entries) = context.body.expr(hash) {
        let known = entries.iter().filter_map(|entry| {
            let name = context.inference.result(entry.key).value()?.as_str()?;
            Some(PassedKey {
                name: name.into(),
                key: entry.key,
                value_at: entry.value,
                value: context.inference.result(entry.value).clone(),
                may_be_missing: false,
            })
        });
        let known: Vec<PassedKey> = known.collect();
        let are_all = known.len() == entries.len();
        return Some((known, are_all));
    }
    match context.inference.result(hash) {
        Inferred::Value(Value::Hash(values)) => {
            let passed = values.iter().filter_map(|(key, value)| {
                Some(PassedKey {
                    name: key.as_str()?.into(),
                    key: hash,
                    value_at: hash,
                    value: Inferred::Value(value.clone()),
                    may_be_missing: false,
                })
            });
            Some((passed.collect(), true))
        }
        Inferred::Type(Type::Struct(structure)) => {
            let passed = structure.elements.iter().map(|element| PassedKey {
                name: element.name.clone(),
                key: hash,
                value_at: hash,
                value: Inferred::from(element.value.clone()),
                may_be_missing: element.is_optional(),
            });
            Some((passed.collect(), true))
        }
        _ => None,
    }
}

fn check_parameters(
    context: &Context<'_>,
    call: ExprId,
    hash: Option<ExprId>,
    parameters: &Parameters,
    template: Option<Item>,
    out: &mut Vec<BodyDiagnostic>,
) {
    let Some((passed, are_all)) = passed_keys(context, hash) else {
        return;
    };
    // A template without parameters takes every key.
    if parameters.is_empty() {
        return;
    }
    for passed in &passed {
        let diagnostic = match parameters.parameter(&passed.name) {
            Some(parameter) => {
                let parameter = NamedParameter::new(parameter, template, "the template");
                check_value(context, passed, &parameter)
            }
            None => epp_unknown_parameter::diagnostic(context, passed, parameters),
        };
        out.extend(diagnostic.map(|it| match passed.may_be_missing {
            true => it.with_certainty(Certainty::Possible),
            false => it,
        }));
    }
    let mut given = FxHashMap::default();
    for passed in &passed {
        given.entry(&passed.name).or_insert(passed);
    }
    for parameter in parameters {
        let given = given.get(&parameter.name);
        let is_given = given.map_or(!are_all, |passed| !passed.may_be_missing);
        if is_given || parameter.has_default || parameter.captures_rest {
            continue;
        }
        let diagnostic = epp_missing_parameter::diagnostic(hash.unwrap_or(call), parameter);
        let parameter = NamedParameter::new(parameter, template, "the template");
        let diagnostic = with_declaration(diagnostic, &parameter);
        out.push(match given {
            Some(_) => diagnostic.with_certainty(Certainty::Possible),
            None => diagnostic,
        });
    }
}

/// A parameter that a value is passed to by its name, of a template, a plan or a task.
pub(crate) struct NamedParameter<'a> {
    pub name: &'a str,
    pub ty: &'a Type,
    pub has_default: bool,
    /// None, if it is declared in a text.
    pub declared_at: Option<(Item, Anchor)>,
    /// How the template, plan or task is called in messages.
    pub callee: &'a str,
}

impl<'a> NamedParameter<'a> {
    /// A parameter of a template or plan.
    pub fn new(parameter: &'a ParameterSignature, item: Option<Item>, callee: &'a str) -> Self {
        Self {
            name: &parameter.name,
            ty: &parameter.ty,
            has_default: parameter.has_default,
            declared_at: item.map(|item| (item, Anchor::Part(parameter.part))),
            callee,
        }
    }
}

/// A value that is passed by the name of a parameter.
pub(crate) fn check_value(
    context: &Context<'_>,
    passed: &PassedKey,
    parameter: &NamedParameter<'_>,
) -> Option<BodyDiagnostic> {
    // Undefined means that the default is used.
    if passed.value == Inferred::UNDEF && parameter.has_default {
        return None;
    }
    let subject = format!("parameter '{}'", parameter.name);
    let rule = &rules::ARGUMENT_TYPE_MISMATCH;
    let Some(message) = refusal(&context.names, &subject, parameter.ty, &passed.value) else {
        let expectation = Expectation {
            declared_at: parameter.declared_at,
            accepts_undef: parameter.has_default,
            accepts_deferred: true,
            ..Expectation::new(
                Some(parameter.ty),
                format!("{subject} of {}", parameter.callee),
            )
        };
        let at = passed.value_at;
        return match at == passed.key {
            true => {
                let subject = || Subject::part(context, at, &passed.name);
                possible::known_diagnostic(context, rule, subject, &passed.value, &expectation)
            }
            false => possible::diagnostic(context, rule, at, &expectation),
        };
    };
    let diagnostic = BodyDiagnostic::new(rule, Anchor::Expr(passed.value_at), message);
    Some(with_declaration(diagnostic, parameter))
}

fn with_declaration(diagnostic: BodyDiagnostic, parameter: &NamedParameter<'_>) -> BodyDiagnostic {
    match parameter.declared_at {
        Some(place) => {
            let declared = format!("Parameter '{}' is declared here", parameter.name);
            diagnostic.with_related(place, declared)
        }
        None => diagnostic,
    }
}
