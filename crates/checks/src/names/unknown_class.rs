//! Classes that do not exist, although all is here that could define them.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{BodyOwner, Expr, ExprId};
use puppet_project::autoload;
use smol_str::SmolStr;

use crate::names::missing_module::{is_of_no_module, no_module, weighed, with_hidden_module};
use crate::names::other_kind::other_kind;
use crate::resources::bad_title::class_names;
use puppet_inference::body_context::{Context, ReachableExprs};
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::completeness::{is_module_beside, missing_modules};
use puppet_semantic::index::declaring_functions::is_including_function;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::resolve::misspelled_module::{similar_module_name, undeclared_module_name};
use puppet_semantic::resolve::module_items::{Resolution, module_named, site_items};
use puppet_semantic::resource_types::existence::similar_item;
use puppet_text::{closest, closest_within};

declare_rule! {
    /// A class does not exist.
    pub UNKNOWN_CLASS = {
        code: "N104", name: "unknown-class",
        level: Error, fix: Unsafe,
        help: "Correct the name, or install the module that has the class",
    }
}

pub fn check_parent(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    if let BodyOwner::Class {
        parent_class: Some(parent),
        ..
    } = context.body.definition()
    {
        let is_absent = context.names.resolve(ItemKind::Class, parent) == Resolution::Absent;
        out.extend(is_absent.then(|| unknown_class(context, Anchor::ParentClass, parent)));
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        match it.expr {
            Expr::Resource {
                type_name, bodies, ..
            } => {
                let ty = context.body.expr(*type_name);
                if matches!(ty, Expr::QualifiedName(name) if canonical(name) == "class") {
                    let titles = bodies.iter().filter_map(|body| body.title);
                    titles.for_each(|title| check_classes(context, &it, title, out));
                }
            }
            Expr::CallNamedFunction { .. } => {
                let call = Call::from_expr(context.body, it.id);
                if let Some(call) = call.filter(|call| call.name.is_some_and(is_including_function))
                {
                    let arguments = call.arguments.iter();
                    arguments.for_each(|argument| check_classes(context, &it, *argument, out));
                }
            }
            _ => {}
        }
    }
}

/// Names of classes, one or an array of them, as far as they are known.
fn check_classes(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    names: ExprId,
    out: &mut Vec<BodyDiagnostic>,
) {
    for name in class_names(context.inference.result(names)) {
        let diagnostic = match context.names.resolve(ItemKind::Class, &name) {
            Resolution::Found(_) => continue,
            _ if name.is_empty() => continue,
            _ if !is_class_name(&name) => {
                let message = format!("Class name '{name}' is not valid");
                BodyDiagnostic::new(&UNKNOWN_CLASS, Anchor::Expr(names), message)
                    .with_help(valid_class_name(&name))
            }
            Resolution::Absent => {
                let unknown = unknown_class(context, Anchor::Expr(names), &name);
                weighed(context, it, ItemKind::Class, &name, unknown)
            }
            Resolution::Unknown => {
                let message = format!("Could not find class {}", canonical(&name));
                let unknown = BodyDiagnostic::new(&UNKNOWN_CLASS, Anchor::Expr(names), message);
                if let Some(similar) = misspelled_module(context, it, &name) {
                    unknown.with_similar(similar)
                } else if is_of_no_module(context, it, &name) {
                    unknown.with_help(no_module(&name))
                } else if let Some(similar) = undeclared_module(context, &name) {
                    unknown
                        .with_severity(Severity::Warning)
                        .with_similar(similar)
                } else {
                    continue;
                }
            }
        };
        out.push(diagnostic);
    }
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

/// The class of a module here that is meant by one of a module which nothing declares.
fn undeclared_module(context: &Context<'_>, name: &str) -> Option<SmolStr> {
    let is_there = |name: &str| context.names.has(ItemKind::Class, name);
    undeclared_module_name(&context.names, &canonical(name), is_there)
}

/// What a class is meant to be that is in no module here: the class of a module with a name much like it, of those that the
/// file can see.
fn misspelled_module(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    name: &str,
) -> Option<SmolStr> {
    let (db, environment) = (context.db, context.environment());
    let name = canonical(name);
    let is_there = |name: &str| context.names.has(ItemKind::Class, name);
    if let Some(meant) = similar_module_name(&context.names, &name, is_there) {
        return Some(meant);
    }
    let module = autoload::module_name(&name);
    if it.is_conditional
        || module_named(db, environment, &module).is_some()
        || is_module_beside(db, environment, &module)
    {
        return None;
    }
    let missing = missing_modules(db, environment, context.item.file)?;
    let is_asked_for = || {
        let own = owner(db, context.item.file).and_then(|owner| owner.module);
        own.is_some_and(|own| own.metadata(db).is_some()) && missing.contains(&*module)
    };
    let is_other_missing = || missing.iter().any(|missing| **missing != *module);
    if is_other_missing() || is_asked_for() {
        return None;
    }
    let site = site_items(db, environment);
    let classes = site.keys().filter(|(kind, _)| *kind == ItemKind::Class);
    if let Some(similar) = closest(&name, classes.map(|(_, name)| name.as_str())) {
        return Some(similar.into());
    }
    // More than one letter: it is rather a module that is not here, and that nothing asks for.
    let modules = environment.modules(db).iter();
    let modules: Vec<_> = modules.map(|module| module.name(db).clone()).collect();
    let similar = closest_within(&module, modules.iter().map(|name| &**name), 1)?;
    let rest = name.strip_prefix(&module).unwrap_or_default();
    let name = format!("{similar}{rest}");
    is_there(&name).then(|| name.into())
}

fn unknown_class(context: &Context<'_>, anchor: Anchor, name: &str) -> BodyDiagnostic {
    let name = canonical(name);
    let module = autoload::module_name(&name);
    let message = format!(
        "Could not find the {} '{name}' in module '{module}'",
        ItemKind::Class.describe()
    );
    let diagnostic = BodyDiagnostic::new(&UNKNOWN_CLASS, anchor, message);
    match other_kind(context, ItemKind::Class, &name) {
        Some(other) => other.explain(diagnostic),
        None => match similar_item(&context.names, ItemKind::Class, &name) {
            None => with_hidden_module(context, &module, diagnostic),
            similar => diagnostic.with_closest(similar),
        },
    }
}
