//! Parameters of classes whose names are computed: `class { "mysql::backup::${provider}": … }`.
//!
//! Whichever class it turns out to be, it is one of those whose names begin and end like this. What none of them takes
//! is wrong.

use puppet_hir::model::Expr;
use puppet_types::Value;
use smol_str::SmolStr;

use crate::resources::unknown_attribute;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::argument_target::is_metaparameter;
use puppet_inference::body_context::attribute_sources::{AttributeDeclaration, Role};
use puppet_inference::functions::item_signature::signature;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::{Item, ItemKind, canonical};
use puppet_semantic::resolve::module_items::{module_named, names_in_module};

/// Of more classes than this, none is looked at.
const MAX_CLASSES: usize = 200;

pub fn check(
    context: &Context<'_>,
    declaration: &AttributeDeclaration,
    out: &mut Vec<BodyDiagnostic>,
) {
    if declaration.role != Role::Resource || !declaration.titles.is_empty() {
        return;
    }
    let Some(Anchor::Expr(title)) = declaration.title_at else {
        return;
    };
    let Some((start, end)) = ends(context, title) else {
        return;
    };
    let Some(family) = family(context, &start, &end) else {
        return;
    };
    let (db, environment) = (context.db, context.environment());
    for given in &declaration.given {
        let name = given.name.as_str();
        let takes = |class: &Item| signature(db, environment, *class).parameter(name).is_some();
        if given.is_inherited || is_metaparameter(name) || family.iter().any(takes) {
            continue;
        }
        out.push(unknown_attribute::computed_classes_diagnostic(
            context,
            (&start, &end),
            &family,
            given,
        ));
    }
}

/// What a text begins and ends with, where something between is computed.
fn ends(context: &Context<'_>, title: puppet_hir::model::ExprId) -> Option<(SmolStr, SmolStr)> {
    let title = context.body.without_parentheses(title);
    let Expr::ConcatenatedString(parts) = context.body.expr(title) else {
        return None;
    };
    let text = |part: &puppet_hir::model::ExprId| match context.inference.result(*part).value() {
        Some(Value::String(text)) => Some(text.to_string()),
        _ => None,
    };
    let start: String = parts.iter().map_while(text).collect();
    let end: Vec<String> = parts.iter().rev().map_while(text).collect();
    let end: String = end.into_iter().rev().collect();
    // A part that is not known lies between.
    let is_open = parts.iter().any(|part| text(part).is_none());
    is_open.then(|| (canonical(&start), canonical(&end)))
}

/// The classes of a module whose names begin and end like this; `None` where the module is not here, or there is none.
fn family(context: &Context<'_>, start: &str, end: &str) -> Option<Vec<Item>> {
    let (module, _) = start.split_once("::")?;
    let module = module_named(context.db, context.environment(), module)?;
    let names = names_in_module(context.db, module, ItemKind::Class);
    let is_one = |name: &&SmolStr| {
        name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
    };
    let classes = names.iter().filter(is_one);
    let classes: Vec<Item> = classes
        .filter_map(|name| context.names.resolve(ItemKind::Class, name).item())
        .take(MAX_CLASSES + 1)
        .collect();
    (!classes.is_empty() && classes.len() <= MAX_CLASSES).then_some(classes)
}
