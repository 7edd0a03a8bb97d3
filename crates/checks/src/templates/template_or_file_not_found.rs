//! Templates and files that do not exist, and what templates in Embedded Puppet are given.
//!
//! Sources: `Puppet::Parser::Files`, `Puppet::Pops::Evaluator::EppEvaluator`.

use puppet_diagnostics::{Severity, Subject, declare_rule};
use puppet_hir::model::{AttributeOperation, Expr, ExprId, Operation};
use puppet_types::Value;
use smol_str::SmolStr;

use crate::names::unknown_variable::may_exist as is_given_by_puppet;
use crate::rules;
use crate::runner::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::closest;
use puppet_semantic::functions::item_signature::ParameterSignature;
use puppet_semantic::index::completeness::lacks_module;
use puppet_semantic::index::item_tree::Item;
use puppet_semantic::infer::{Call, Inferred};
use puppet_semantic::templates::assets::{Asset, AssetKind, asset};
use puppet_semantic::templates::call_sites::{
    is_given_to_template, needed_by_template, with_extension,
};
use puppet_semantic::templates::signature::template_signature;
use puppet_semantic::types::mismatch::refusal;
use puppet_semantic::variables::bindings::assigned_at_top;

declare_rule! {
    /// A template or file does not exist in its module.
    pub TEMPLATE_OR_FILE_NOT_FOUND = { code: "F501", name: "template-or-file-not-found", level: Error, fix: Unsafe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        match it.expr {
            Expr::Resource { bodies, .. } => {
                let operations = bodies.iter().flat_map(|body| &body.operations);
                for operation in operations {
                    if let Operation::Attribute(attribute) = operation {
                        out.extend(check_source(context, attribute));
                    }
                }
            }
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                if let Some(call) = Call::of(context.body, it.id) {
                    check_call(context, it.id, &call, out);
                }
            }
            _ => {}
        }
    }
}

fn check_call(context: &Context<'_>, id: ExprId, call: &Call<'_>, out: &mut Vec<BodyDiagnostic>) {
    let is_unfolded = |argument: &ExprId| matches!(context.body.expr(*argument), Expr::Unfold(_));
    if call.arguments.iter().any(is_unfolded) {
        return;
    }
    match call.name {
        Some("template") => {
            let templates = call.arguments.iter();
            out.extend(templates.filter_map(|argument| check_template(context, *argument)));
        }
        Some("epp") => check_epp(context, id, call, out),
        Some("file") => out.extend(check_files(context, id, call)),
        Some("binary_file") => {
            out.extend(call.arguments.first().and_then(|argument| {
                let path = context.inference.known(*argument).value()?.as_str()?;
                let message = format!("binary_file(): The given file '{path}' does not exist");
                missing(context, AssetKind::File, path, *argument, message)
            }));
        }
        _ => {}
    }
}

fn check_template(context: &Context<'_>, argument: ExprId) -> Option<BodyDiagnostic> {
    match context.inference.known(argument).value()? {
        Value::Undef => {
            let message = "Could not find template ''";
            Some(BodyDiagnostic::new(
                &TEMPLATE_OR_FILE_NOT_FOUND,
                Anchor::Expr(argument),
                message,
            ))
        }
        value => {
            let name = value.as_str()?;
            let message = format!("Could not find template '{name}'");
            missing(context, AssetKind::Template, name, argument, message)
        }
    }
}

/// A finding for a file that is certainly not there.
fn missing(
    context: &Context<'_>,
    kind: AssetKind,
    name: &str,
    at: ExprId,
    message: String,
) -> Option<BodyDiagnostic> {
    let similar = match find(context, kind, name) {
        Lookup::Absent(similar) => similar,
        Lookup::There(_) | Lookup::Unknown => return None,
    };
    Some(not_found(at, message, similar))
}

fn not_found(
    at: ExprId,
    message: String,
    similar: Option<impl std::fmt::Display>,
) -> BodyDiagnostic {
    BodyDiagnostic::new(&TEMPLATE_OR_FILE_NOT_FOUND, Anchor::Expr(at), message)
        .with_closest(similar)
}

/// What is known about a file by its name.
enum Lookup {
    /// It is there; with the template that it is.
    There(Option<Item>),
    /// It is not; the name of one that is much like it.
    Absent(Option<String>),
    Unknown,
}

fn find(context: &Context<'_>, kind: AssetKind, name: &str) -> Lookup {
    // An absolute path is one of the server; any other has a module in front.
    if name.starts_with('/') {
        return Lookup::Unknown;
    }
    let Some((module_name, path)) = name.split_once('/') else {
        return Lookup::Absent(None);
    };
    match asset(context.db, context.environment(), kind, name) {
        Asset::Found(file) => Lookup::There(file.map(Item::of_file)),
        Asset::Absent(module) => {
            let folder = match kind {
                AssetKind::Template => "templates/",
                AssetKind::File => "files/",
            };
            let paths = module.assets(context.db).paths().unwrap_or_default();
            let there = paths.iter().filter_map(|path| path.strip_prefix(folder));
            let similar = closest(path, there).map(|path| format!("{module_name}/{path}"));
            Lookup::Absent(similar)
        }
        // A manifest of a site that has all else that it needs names a module that is nowhere.
        Asset::Unknown
            if lacks_module(
                context.db,
                context.environment(),
                context.item.file,
                module_name,
            ) =>
        {
            Lookup::Absent(None)
        }
        Asset::Unknown => Lookup::Unknown,
    }
}

fn check_epp(context: &Context<'_>, id: ExprId, call: &Call<'_>, out: &mut Vec<BodyDiagnostic>) {
    let Some((template, given)) = call.arguments.split_first() else {
        return;
    };
    let known = context.inference.known(*template);
    let Some(name) = known.value().and_then(Value::as_str) else {
        return;
    };
    let file = with_extension(name);
    match find(context, AssetKind::Template, &file) {
        Lookup::Absent(_) => {
            let message = format!("Could not find template '{file}'");
            out.extend(missing(
                context,
                AssetKind::Template,
                &file,
                *template,
                message,
            ));
        }
        Lookup::There(Some(item)) => {
            if let Some(parameters) = template_signature(context.db, context.environment(), item) {
                let given = given.first().copied();
                check_parameters(context, id, given, &parameters, item, out);
                if let Some(hash) = given.filter(|_| parameters.is_empty()) {
                    check_undeclared(context, hash, &file, item, out);
                }
            }
        }
        Lookup::There(None) | Lookup::Unknown => {}
    }
}

/// A key of the hash that a template is given: where it stands, and what is known of its value.
struct Given {
    name: SmolStr,
    key: ExprId,
    value_at: ExprId,
    value: Inferred,
}

/// The keys that are given, and whether these are all; `None` if nothing is known of them.
fn given(context: &Context<'_>, hash: Option<ExprId>) -> Option<(Vec<Given>, bool)> {
    let Some(hash) = hash else {
        return Some((Vec::new(), true));
    };
    if let Expr::LiteralHash(entries) = context.body.expr(hash) {
        let known = entries.iter().filter_map(|entry| {
            let name = context.inference.known(entry.key).value()?.as_str()?;
            Some(Given {
                name: name.into(),
                key: entry.key,
                value_at: entry.value,
                value: context.inference.known(entry.value).clone(),
            })
        });
        let known: Vec<Given> = known.collect();
        let are_all = known.len() == entries.len();
        return Some((known, are_all));
    }
    match context.inference.known(hash) {
        Inferred::Value(Value::Hash(values)) => {
            let given = values.iter().filter_map(|(key, value)| {
                Some(Given {
                    name: key.as_str()?.into(),
                    key: hash,
                    value_at: hash,
                    value: Inferred::Value(value.clone()),
                })
            });
            Some((given.collect(), true))
        }
        _ => None,
    }
}

fn check_parameters(
    context: &Context<'_>,
    call: ExprId,
    hash: Option<ExprId>,
    parameters: &[ParameterSignature],
    template: Item,
    out: &mut Vec<BodyDiagnostic>,
) {
    let Some((given, are_all)) = given(context, hash) else {
        return;
    };
    // A template without parameters takes every key.
    if parameters.is_empty() {
        return;
    }
    for given in &given {
        match parameters
            .iter()
            .find(|parameter| parameter.name == given.name)
        {
            Some(parameter) => out.extend(check_value(context, given, parameter, template)),
            None => {
                let message = format!("Template has no parameter named '{}'", given.name);
                let names = parameters.iter().map(|parameter| &*parameter.name);
                let finding = BodyDiagnostic::new(
                    &rules::EPP_UNKNOWN_PARAMETER,
                    Anchor::Expr(given.key),
                    message,
                );
                out.push(finding.with_closest(closest(&given.name, names)));
            }
        }
    }
    let is_missing = |parameter: &&ParameterSignature| {
        !parameter.has_default
            && !parameter.captures_rest
            && !given.iter().any(|given| given.name == parameter.name)
    };
    for parameter in parameters.iter().filter(is_missing).filter(|_| are_all) {
        let message = format!(
            "Template expects a value for parameter '{}'",
            parameter.name
        );
        let at = Anchor::Expr(hash.unwrap_or(call));
        let finding = BodyDiagnostic::new(&rules::EPP_MISSING_PARAMETER, at, message)
            .with_subject(Subject::Missing(vec![parameter.name.clone()]));
        out.push(with_declaration(finding, parameter, template));
    }
}

/// What a template without declared parameters reads in any case: it is missing where this call does not give it, but
/// others do, or something that is written almost like it and that the template does not read.
fn check_undeclared(
    context: &Context<'_>,
    hash: ExprId,
    file: &SmolStr,
    template: Item,
    out: &mut Vec<BodyDiagnostic>,
) {
    let Some((given, true)) = given(context, Some(hash)) else {
        return;
    };
    let (db, environment) = (context.db, context.environment());
    let needed = needed_by_template(db, environment, template);
    let Some(at_top) = assigned_at_top(db, environment, template.file) else {
        return;
    };
    for name in needed.iter() {
        let is_elsewhere = given.iter().any(|it| it.name == *name)
            || at_top.contains(name)
            || is_given_by_puppet(context, name);
        if is_elsewhere {
            continue;
        }
        let others = given.iter().filter(|it| !needed.contains(&it.name));
        let others: Vec<&Given> = others.collect();
        let similar = closest(name, others.iter().map(|it| it.name.as_str()));
        let misspelled = others.iter().find(|it| Some(it.name.as_str()) == similar);
        if misspelled.is_none()
            && !is_given_to_template(db, environment, file.clone(), name.clone())
        {
            continue;
        }
        let message =
            format!("Unknown variable: '{name}': the template reads it, but it is not passed");
        let at = misspelled.map_or(hash, |it| it.key);
        let finding = BodyDiagnostic::new(&rules::EPP_MISSING_PARAMETER, Anchor::Expr(at), message)
            .with_issue("UNKNOWN_VARIABLE");
        out.push(match misspelled {
            Some(_) => finding.with_similar(name),
            None => finding
                .with_help(format!("Add '{name}' to the hash"))
                .with_subject(Subject::Missing(vec![name.clone()])),
        });
    }
}

fn check_value(
    context: &Context<'_>,
    given: &Given,
    parameter: &ParameterSignature,
    template: Item,
) -> Option<BodyDiagnostic> {
    // Undefined means that the default is used.
    if given.value == Inferred::UNDEF && parameter.has_default {
        return None;
    }
    let subject = format!("parameter '{}'", parameter.name);
    let message = refusal(&context.names, &subject, &parameter.ty, &given.value)?;
    let finding = BodyDiagnostic::new(
        &rules::ARGUMENT_TYPE_MISMATCH,
        Anchor::Expr(given.value_at),
        message,
    );
    Some(with_declaration(finding, parameter, template))
}

fn with_declaration(
    finding: BodyDiagnostic,
    parameter: &ParameterSignature,
    template: Item,
) -> BodyDiagnostic {
    let declared = format!("Parameter '{}' is declared here", parameter.name);
    finding.with_related(template, Anchor::Part(parameter.part), declared)
}

/// `file('a/x', 'b/y')`: the first of these that exists.
fn check_files(context: &Context<'_>, id: ExprId, call: &Call<'_>) -> Option<BodyDiagnostic> {
    let names: Option<Vec<&str>> = call
        .arguments
        .iter()
        .map(|argument| context.inference.known(*argument).value()?.as_str())
        .collect();
    let names = names.filter(|names| !names.is_empty())?;
    let mut similar = None;
    for name in &names {
        match find(context, AssetKind::File, name) {
            Lookup::Absent(other) => similar = similar.or(other),
            Lookup::There(_) | Lookup::Unknown => return None,
        }
    }
    let at = match call.arguments[..] {
        [only] => only,
        _ => id,
    };
    let message = format!("Could not find any files from {}", names.join(", "));
    Some(not_found(at, message, similar))
}

/// `source => 'puppet:///modules/m/x'`: the agent fails, not the compiler. Of several, the first that exists counts.
fn check_source(context: &Context<'_>, attribute: &AttributeOperation) -> Option<BodyDiagnostic> {
    if attribute.name != "source" {
        return None;
    }
    let value = context.inference.known(attribute.value).value()?;
    let mut first = None;
    for source in value.flattened() {
        let name = source.as_str()?.strip_prefix("puppet:///modules/")?;
        // What ends in a slash is the directory as such.
        match find(context, AssetKind::File, name.trim_end_matches('/')) {
            Lookup::Absent(similar) => first = first.or(Some((name, similar))),
            Lookup::There(_) | Lookup::Unknown => return None,
        }
    }
    let (name, similar) = first?;
    // The folder of files as such may be empty.
    if !name.trim_end_matches('/').contains('/') {
        return None;
    }
    let message = format!("Could not find the file 'puppet:///modules/{name}'");
    let finding = BodyDiagnostic::new(
        &TEMPLATE_OR_FILE_NOT_FOUND,
        Anchor::Expr(attribute.value),
        message,
    )
    .with_severity(Severity::Warning);
    Some(match similar {
        Some(similar) => finding.with_help(format!("Did you mean 'puppet:///modules/{similar}'?")),
        None => finding,
    })
}
