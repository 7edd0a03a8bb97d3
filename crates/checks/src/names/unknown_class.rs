//! Classes, defined types and resource types that do not exist, although all is here that could define them.

use puppet_diagnostics::{Rule, Severity, declare_rule};
use puppet_hir::model::{Definition, Expr, ExprId};
use puppet_project::autoload;
use puppet_types::{Type, Value};
use smol_str::SmolStr;

use crate::resources::attributes::attribute_sources::untitled;
use crate::resources::bad_title::class_names;
use crate::rules;
use crate::runner::{Context, ReachableExprs};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::catalog::declaring_functions::including;
use puppet_semantic::display_name::{closest, closest_within, slip_of};
use puppet_semantic::index::completeness::{lacks_module, missing_modules};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::infer::{Call, Inferred};
use puppet_semantic::resolve::autoload::{Resolution, module_named, site_items};
use puppet_semantic::resource_types::existence::{
    Presence, is_slip_of_item, resource_type, similar_item, similar_resource_type,
};

declare_rule! {
    /// A class does not exist.
    pub UNKNOWN_CLASS = { code: "N104", name: "unknown-class", level: Error, fix: Unsafe }
}

pub fn check_parent(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    if let Definition::Class {
        parent_class: Some(parent),
        ..
    } = context.body.definition()
    {
        let is_absent = context.names.resolve(ItemKind::Class, parent) == Resolution::Absent;
        out.extend(is_absent.then(|| unknown_class(context, Anchor::Name, parent)));
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        match it.expr {
            Expr::Resource {
                type_name, bodies, ..
            } => {
                let Expr::QualifiedName(name) = context.body.expr(*type_name) else {
                    if let Some(name) = untitled(context.inference.known(*type_name)) {
                        check_resource_type(context, &it, *type_name, name, out);
                    }
                    continue;
                };
                if canonical(name) == "class" {
                    let titles = bodies.iter().filter_map(|body| body.title);
                    titles.for_each(|title| check_classes(context, &it, title, out));
                } else {
                    check_resource_type(context, &it, *type_name, name, out);
                }
            }
            Expr::Collect { type_expr, .. } => {
                if let Expr::QualifiedReference(name) = context.body.expr(*type_expr) {
                    check_collected(context, &it, *type_expr, name, out);
                }
            }
            Expr::CallNamedFunction { .. } => {
                if let Some(call) =
                    Call::of(context.body, it.id).filter(|call| call.name.is_some_and(including))
                {
                    call.arguments
                        .iter()
                        .for_each(|argument| check_classes(context, &it, *argument, out));
                }
                check_declared_type(context, &it, out);
            }
            _ => {}
        }
    }
}

/// The type that is given as text to a function which certainly declares a resource of it.
fn check_declared_type(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    out: &mut Vec<BodyDiagnostic>,
) {
    let Some(call) = Call::of(context.body, it.id) else {
        return;
    };
    let [ty, resources, ..] = call.arguments[..] else {
        return;
    };
    let resources = context.inference.known(resources);
    let is_certain = match call.name {
        Some("create_resources") => match resources {
            Inferred::Value(Value::Hash(entries)) => !entries.is_empty(),
            Inferred::Type(Type::Struct(of)) => of.elements.iter().any(|it| !it.is_optional()),
            _ => false,
        },
        Some("ensure_resource") => matches!(resources.value(), Some(Value::String(_))),
        _ => false,
    };
    if let Some(Value::String(name)) = context.inference.known(ty).value()
        && is_certain
    {
        let name = name.trim_start_matches('@');
        if canonical(name) != "class" {
            check_resource_type(context, it, ty, name, out);
        }
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
            let finding =
                BodyDiagnostic::new(&rules::UNKNOWN_RESOURCE_TYPE, Anchor::Expr(at), message);
            out.push(finding.with_help(no_module(name)));
            return;
        }
        _ => return,
    }
    let name = canonical(name);
    let message = match name.split_once("::") {
        Some((module, _)) => {
            format!("Could not find the defined type '{name}' in module '{module}'")
        }
        None => format!("Unknown resource type: '{name}'"),
    };
    let similar = similar_resource_type(&context.names, &name);
    let has_similar = similar.is_some();
    let finding = BodyDiagnostic::new(&rules::UNKNOWN_RESOURCE_TYPE, Anchor::Expr(at), message)
        .with_closest(similar);
    out.push(match name.contains("::") {
        true => weighed(context, it, &name, finding),
        // In a branch, it may be meant for places where something else is installed.
        false if it.is_conditional && !has_similar => finding.with_severity(Severity::Warning),
        false => finding,
    });
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
        let message = "Classes cannot be collected";
        out.push(BodyDiagnostic::new(
            &rules::INVALID_QUERY,
            Anchor::Expr(at),
            message,
        ));
    } else if let Some(ty) = puppet_types::builtin::core_type(&name)
        && resource_type(&context.names, &name) != Presence::Present
        && !matches!(ty, Type::Unknown)
    {
        let message = format!("Resource type {name} doesn't exist");
        out.push(BodyDiagnostic::new(
            &rules::UNKNOWN_RESOURCE_TYPE,
            Anchor::Expr(at),
            message,
        ));
    } else {
        check_resource_type(context, it, at, &name, out);
    }
}

/// Names of classes, one or an array of them, as far as they are known.
fn check_classes(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    names: ExprId,
    out: &mut Vec<BodyDiagnostic>,
) {
    for name in class_names(context.inference.known(names)) {
        let finding = match context.names.resolve(ItemKind::Class, &name) {
            Resolution::Found(_) => continue,
            _ if name.is_empty() => continue,
            _ if !is_class_name(&name) => {
                let message = format!("Class name '{name}' is not valid");
                BodyDiagnostic::new(&UNKNOWN_CLASS, Anchor::Expr(names), message)
                    .with_help(valid_class_name(&name))
            }
            Resolution::Absent => {
                let unknown = unknown_class(context, Anchor::Expr(names), &name);
                weighed(context, it, &name, unknown)
            }
            Resolution::Unknown => match misspelled_module(context, it, &name) {
                Some(similar) => {
                    let message = format!("Could not find class {}", canonical(&name));
                    BodyDiagnostic::new(&UNKNOWN_CLASS, Anchor::Expr(names), message)
                        .with_similar(similar)
                }
                None if is_of_no_module(context, it, &name) => {
                    let message = format!("Could not find class {}", canonical(&name));
                    BodyDiagnostic::new(&UNKNOWN_CLASS, Anchor::Expr(names), message)
                        .with_help(no_module(&name))
                }
                None => continue,
            },
        };
        out.push(finding);
    }
}

/// Whether a name is certainly of no module: a site's manifest uses it, and everything else is there that it needs.
pub fn is_of_no_module(context: &Context<'_>, it: &ReachableExprs<'_>, name: &str) -> bool {
    !it.is_conditional && lacks_module(context.db, context.environment(), context.item.file, name)
}

/// What to do about a name of a module that is not there.
pub fn no_module(name: &str) -> String {
    let module = autoload::module_name(name);
    format!(
        "Module '{module}' is not in the module path: install it, or add its directory to the setting `module-path`"
    )
}

/// Whether a class can have this name, in any case (`Puppet::Pops::Patterns::CLASSREF_EXT_DECL`).
fn is_class_name(name: &str) -> bool {
    let name = canonical(name);
    name.split("::").all(|segment| {
        segment.starts_with(|c: char| c.is_ascii_lowercase())
            && segment
                .bytes()
                .all(|c| c.is_ascii_alphanumeric() || c == b'_')
    })
}

/// What to do about a name that no class can have.
fn valid_class_name(name: &str) -> &'static str {
    match name.replace("::", "").contains(':') {
        true => "Separate the parts of the name with '::', not with a single ':'",
        false => "Use only letters, digits and '_', and start each part with a letter",
    }
}

/// What a class is meant to be that is in no module here, and for which no other module is missing: the class of a
/// module with a name much like it, of those that the file can see.
fn misspelled_module(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    name: &str,
) -> Option<SmolStr> {
    let (db, environment) = (context.db, context.environment());
    let name = canonical(name);
    let module = autoload::module_name(&name);
    if it.is_conditional || module_named(db, environment, &module).is_some() {
        return None;
    }
    let modules = environment.modules(db).iter();
    let modules: Vec<_> = modules.map(|module| module.name(db).clone()).collect();
    let names = || modules.iter().map(|name| &**name);
    let slip = slip_of(&module, names());
    let missing = missing_modules(db, environment, context.item.file)?;
    let is_asked_for = || {
        let own = owner(db, context.item.file).and_then(|owner| owner.module);
        own.is_some_and(|own| own.metadata(db).is_some()) && missing.contains(&*module)
    };
    let is_other_missing = || missing.iter().any(|missing| **missing != *module);
    if slip.is_none() && (is_other_missing() || is_asked_for()) {
        return None;
    }
    let site = site_items(db, environment);
    let classes = site.keys().filter(|(kind, _)| *kind == ItemKind::Class);
    if let Some(similar) = closest(&name, classes.map(|(_, name)| name.as_str())) {
        return Some(similar.into());
    }
    // More than one letter: it is rather a module that is not here, and that nothing asks for.
    let similar = slip.or_else(|| closest_within(&module, names(), 1))?;
    let name = format!(
        "{similar}{}",
        name.strip_prefix(&module).unwrap_or_default()
    );
    let class = context.names.resolve(ItemKind::Class, &name).found();
    class.map(|_| name.into())
}

fn unknown_class(context: &Context<'_>, anchor: Anchor, name: &str) -> BodyDiagnostic {
    let finding = finding(&UNKNOWN_CLASS, anchor, ItemKind::Class, name);
    let similar = similar_item(&context.names, ItemKind::Class, &canonical(name));
    finding.with_closest(similar)
}

fn finding(rule: &'static Rule, anchor: Anchor, kind: ItemKind, name: &str) -> BodyDiagnostic {
    let name = canonical(name);
    let module = autoload::module_name(&name);
    BodyDiagnostic::new(
        rule,
        anchor,
        format!(
            "Could not find the {} '{name}' in module '{module}'",
            kind.describe()
        ),
    )
}

/// Code that supports several versions of another module has branches for those that are not here.
pub fn weighed(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    name: &str,
    finding: BodyDiagnostic,
) -> BodyDiagnostic {
    let own = owner(context.db, context.item.file).and_then(|owner| owner.module);
    let is_own =
        own.is_some_and(|module| **module.name(context.db) == *autoload::module_name(name));
    if it.is_conditional && !is_own && !is_slip_of_item(&context.names, name) {
        finding.with_severity(Severity::Warning)
    } else {
        finding
    }
}
