//! Uses of what its documentation says should not be used any more.

mod replacement;

use puppet_diagnostics::{Tag, declare_rule};
use puppet_hir::model::{BodyOwner, Expr, ExprId};
use puppet_types::Membership;

use crate::resources::bad_title::class_names;
use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_inference::infer::call::membership;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::deprecation::{self, Deprecation};
use puppet_semantic::index::declaring_functions::is_including_function;
use puppet_semantic::index::file_origin::{owner, path_in_module};
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_text::capitalized;

declare_rule! {
    /// Uses a function, class or type that is documented as deprecated.
    pub DEPRECATED_SYMBOL = {
        code: "V804", name: "deprecated-symbol",
        level: Hint, fix: Unsafe,
    }
}

/// Where modules have the code that tries them.
const OWN_TESTS: [&str; 3] = ["spec/", "tests/", "examples/"];

pub fn check_parent(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let BodyOwner::Class {
        parent_class: Some(parent),
        ..
    } = context.body.definition()
    else {
        return;
    };
    add_item(context, ItemKind::Class, parent, Anchor::ParentClass, out);
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        match it.expr {
            Expr::QualifiedReference(name) => check_alias(context, it.id, name, out),
            Expr::Resource {
                type_name, bodies, ..
            } => {
                let Expr::QualifiedName(name) = context.body.expr(*type_name) else {
                    continue;
                };
                if canonical(name) == "class" {
                    let titles = bodies.iter().filter_map(|body| body.title);
                    titles.for_each(|title| check_classes(context, title, out));
                } else {
                    let anchor = Anchor::Expr(*type_name);
                    add_item(context, ItemKind::DefinedType, name, anchor, out);
                }
            }
            _ => {}
        }
    }
    for (at, call) in context.calls() {
        check_call(context, at.id, call, out);
    }
}

fn check_call(context: &Context<'_>, id: ExprId, call: &Call<'_>, out: &mut Vec<BodyDiagnostic>) {
    let Some(name) = call.name else { return };
    let types = |it| context.inference.result(it).ty(&context.names);
    if membership(call, &context.names, types) == Membership::All {
        return;
    }
    if is_including_function(name) {
        for argument in &call.arguments {
            check_classes(context, *argument, out);
        }
    }
    if let Some(deprecation) = deprecation::function_deprecation(&context.names, name) {
        let what = format!("Function '{name}'");
        let before = out.len();
        add(context, Anchor::Expr(call.functor), &what, deprecation, out);
        if let Some(diagnostic) = out.get_mut(before)
            && let Some((help, fix)) = replacement::replacement(id, call)
        {
            diagnostic.help = Some(help);
            diagnostic.fixes.extend(fix);
        }
    }
}

/// Names of classes, one or an array of them, as far as they are known.
fn check_classes(context: &Context<'_>, names: ExprId, out: &mut Vec<BodyDiagnostic>) {
    for name in class_names(context.inference.result(names)) {
        add_item(context, ItemKind::Class, &name, Anchor::Expr(names), out);
    }
}

fn check_alias(context: &Context<'_>, id: ExprId, name: &str, out: &mut Vec<BodyDiagnostic>) {
    let alias = context.names.alias(name);
    if let Some(deprecation) = alias.and_then(|it| deprecation::item_deprecation(context.db, it)) {
        let what = format!("Type alias '{name}'");
        add(context, Anchor::Expr(id), &what, deprecation, out);
    }
}

fn add_item(
    context: &Context<'_>,
    kind: ItemKind,
    name: &str,
    anchor: Anchor,
    out: &mut Vec<BodyDiagnostic>,
) {
    let item = context.names.resolve(kind, name).item();
    if let Some(deprecation) = item.and_then(|it| deprecation::item_deprecation(context.db, it)) {
        let what = format!("{} '{}'", capitalized(kind.describe()), canonical(name));
        add(context, anchor, &what, deprecation, out);
    }
}

fn add(
    context: &Context<'_>,
    anchor: Anchor,
    what: &str,
    deprecation: Deprecation,
    out: &mut Vec<BodyDiagnostic>,
) {
    if is_own_test(context, &deprecation) || is_deprecated(context) {
        return;
    }
    let message = format!("{what} is deprecated");
    let diagnostic = BodyDiagnostic::new(&DEPRECATED_SYMBOL, anchor, message);
    let diagnostic = diagnostic.with_tag(Tag::Deprecated);
    out.push(match deprecation.advice {
        Some(advice) => diagnostic.with_help(advice),
        None => diagnostic,
    });
}

/// What is deprecated itself goes together with the rest that is.
fn is_deprecated(context: &Context<'_>) -> bool {
    deprecation::item_deprecation(context.db, context.item).is_some()
}

/// A module tries what it still has.
fn is_own_test(context: &Context<'_>, deprecation: &Deprecation) -> bool {
    let (db, file) = (context.db, context.item.file);
    let module = deprecation.file.and_then(|it| owner(db, it)?.module);
    let path = module.and_then(|module| path_in_module(db, module, file));
    path.is_some_and(|path| OWN_TESTS.iter().any(|folder| path.starts_with(folder)))
}
