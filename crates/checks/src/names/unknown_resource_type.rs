//! Resource types and defined types that do not exist, although all is here that could define them.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Type, Value};
use smol_str::SmolStr;

use crate::names::missing_module::{
    depends_on_unknown_name, is_of_no_module, no_module, type_of_other_module, weighed,
};
use crate::names::other_kind::other_kind;
use puppet_checks_syntax::invalid_query;
use puppet_inference::body_context::attribute_sources::untitled;
use puppet_inference::body_context::{Context, ReachableExprs};
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::{ItemKind, canonical, items};
use puppet_semantic::resolve::module_items::{Resolution, module_named};
use puppet_semantic::resource_types::existence::{
    Presence, is_function_alone, misspelled_core_type, resource_type, similar_resource_type,
};
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A resource type or defined type does not exist.
    pub UNKNOWN_RESOURCE_TYPE = {
        code: "N105", name: "unknown-resource-type",
        level: Error, fix: Unsafe,
        help: "Correct the name, or install the module that has the type",
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        match it.expr {
            Expr::Resource { type_name, .. } => {
                let name = match context.body.expr(*type_name) {
                    Expr::QualifiedName(name) => {
                        Some(name.as_str()).filter(|name| canonical(name) != "class")
                    }
                    _ => untitled(context.inference.result(*type_name)),
                };
                if let Some(name) = name {
                    check_resource_type(context, &it, *type_name, name, out);
                }
            }
            Expr::Collect { type_expr, .. } => {
                if let Expr::QualifiedReference(name) = context.body.expr(*type_expr) {
                    check_collected(context, &it, *type_expr, name, out);
                }
            }
            Expr::CallNamedFunction { .. } => check_declared_type(context, &it, out),
            _ => {}
        }
    }
}

/// Functions that declare the resources of a hash, which may be empty.
const DECLARING: [&str; 2] = ["create_resources", "ensure_resources"];

/// The type that is given as text to a function which declares resources of it. If there may be none, only a name
/// that a module here does not have is worth a warning.
fn check_declared_type(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    out: &mut Vec<BodyDiagnostic>,
) {
    let Some(call) = Call::from_expr(context.body, it.id) else {
        return;
    };
    let [ty, resources, ..] = call.arguments[..] else {
        return;
    };
    let resources = context.inference.result(resources);
    let is_certain = match call.name {
        Some("create_resources") => match resources {
            Inferred::Value(Value::Hash(entries)) => !entries.is_empty(),
            Inferred::Type(Type::Struct(of)) => of.elements.iter().any(|it| !it.is_optional()),
            _ => false,
        },
        Some("ensure_resource") => matches!(resources.value(), Some(Value::String(_))),
        _ => false,
    };
    let Some(Value::String(name)) = context.inference.result(ty).value() else {
        return;
    };
    let name = name.trim_start_matches('@');
    if is_certain && canonical(name) != "class" {
        check_resource_type(context, it, ty, name, out);
    } else if context.names.resolve(ItemKind::DefinedType, name) == Resolution::Absent
        && DECLARING.contains(&call.name.unwrap_or_default())
        && name.contains("::")
    {
        let mut unsure = Vec::new();
        check_resource_type(context, it, ty, name, &mut unsure);
        out.extend(unsure.into_iter().map(|it| {
            let severity = it.severity.min(Severity::Warning);
            it.with_severity(severity)
        }));
    }
}

fn check_resource_type(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    at: ExprId,
    name: &str,
    out: &mut Vec<BodyDiagnostic>,
) {
    match resource_type(&context.names, name) {
        Presence::Absent => {}
        Presence::Unknown if name.contains("::") && is_of_no_module(context, it, name) => {
            let message = format!("Unknown resource type: '{}'", canonical(name));
            let diagnostic = BodyDiagnostic::new(&UNKNOWN_RESOURCE_TYPE, Anchor::Expr(at), message);
            out.push(diagnostic.with_help(no_module(name)));
            return;
        }
        Presence::Unknown => {
            let message = format!("Unknown resource type: '{name}'");
            let diagnostic = BodyDiagnostic::new(&UNKNOWN_RESOURCE_TYPE, Anchor::Expr(at), message)
                .with_severity(Severity::Warning);
            if is_function_alone(&context.names, name) {
                let help = format!("'{name}' is a function: call it as `{name}(…)`");
                out.push(diagnostic.with_help(help));
            } else if let Some(similar) = misspelled_core_type(name) {
                out.push(diagnostic.with_similar(similar));
            }
            return;
        }
        Presence::Present => return,
    }
    let name = canonical(name);
    let is_module = |name| module_named(context.db, context.environment(), name).is_some();
    let message = match name.split_once("::") {
        Some((module, _)) if is_module(module) => {
            format!("Could not find the defined type '{name}' in module '{module}'")
        }
        _ => format!("Unknown resource type: '{name}'"),
    };
    let diagnostic = BodyDiagnostic::new(&UNKNOWN_RESOURCE_TYPE, Anchor::Expr(at), message);
    let (diagnostic, has_similar) = match other_kind(context, ItemKind::DefinedType, &name) {
        Some(other) => (other.explain(diagnostic), true),
        None => {
            let similar = nested_definition(context, &name)
                .or_else(|| similar_resource_type(&context.names, &name));
            let has_similar = similar.is_some();
            (diagnostic.with_closest(similar), has_similar)
        }
    };
    out.push(match name.contains("::") {
        true => weighed(context, it, ItemKind::DefinedType, &name, diagnostic),
        // In a branch, it may be meant for places where something else is installed.
        false if it.is_conditional && !has_similar => diagnostic.with_severity(Severity::Hint),
        false if it.is_conditional && depends_on_unknown_name(context, it.id) => BodyDiagnostic {
            help: None,
            fixes: Vec::new(),
            ..diagnostic
        }
        .with_severity(Severity::Hint),
        false => type_of_other_module(context, &name, diagnostic),
    });
}

/// The full name of a definition within a class of the file, whose own name is written: it starts with that of the class.
fn nested_definition(context: &Context<'_>, name: &str) -> Option<SmolStr> {
    let within = format!("::{name}");
    let items = items(context.db, context.item.file).iter();
    let mut types = items.filter(|item| item.kind == ItemKind::DefinedType);
    types
        .find(|item| item.name.ends_with(&within))
        .map(|item| item.name.clone())
}

/// `Type <| |>`: data types and classes cannot be collected, and the others must exist.
fn check_collected(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    at: ExprId,
    name: &str,
    out: &mut Vec<BodyDiagnostic>,
) {
    let name = canonical(name);
    if name == "class" {
        out.push(invalid_query::class_query(at));
    } else if let Some(ty) = puppet_types::builtin::core_type(&name)
        && resource_type(&context.names, &name) != Presence::Present
        && !matches!(ty, Type::Unknown)
    {
        let message = format!("Resource type {name} doesn't exist");
        out.push(BodyDiagnostic::new(
            &UNKNOWN_RESOURCE_TYPE,
            Anchor::Expr(at),
            message,
        ));
    } else {
        check_resource_type(context, it, at, &name, out);
    }
}
