//! Resources that are certainly declared twice, and classes that are declared like resources when they are there.
//!
//! Sources: `Puppet::Resource::Catalog#add_one_resource`, `Puppet::Parser::Compiler#evaluate_classes`.

use std::fmt::Write as _;

use puppet_diagnostics::{Severity, rules};
use puppet_hir::model::{Body, DefinitionKind, Expr, ExprId, Step};
use puppet_types::Value;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::bodies::Context;
use super::titles::flattened;
use crate::certain::{Certain, certainly_declared, title_key};
use crate::declared::{Declaration, Declared, Path, conditions, declared};
use crate::finding::{Anchor, Finding};
use crate::infer::Known;
use crate::item::{Item, ItemKind};
use crate::owner::owner;
use crate::text::capitalized;

pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    let declared = declared(context.db, context.item);
    let mut seen: FxHashMap<(SmolStr, Key), Vec<&Declaration>> = FxHashMap::default();
    for resource in &declared.resources {
        let Some(ty) = &resource.ty else { continue };
        if context.inference.is_unreachable(resource.title_at) {
            continue;
        }
        let mut reported = false;
        for key in keys(context, ty, resource) {
            let before = seen.entry((ty.clone(), key.clone())).or_default();
            if !reported {
                let finding = among(context, ty, &key, resource, before)
                    .or_else(|| elsewhere(context, declared, ty, &key, resource));
                reported = finding.is_some();
                out.extend(finding);
            }
            before.push(resource);
        }
    }
}

/// A title, or an expression that is always the same within one scope.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Text(SmolStr),
    Same(SmolStr),
}

impl Key {
    fn label(&self, ty: &str) -> String {
        match self {
            Self::Text(title) if ty == "class" => format!("Class[{}]", capitalized(title)),
            Self::Text(text) | Self::Same(text) => format!("{}[{text}]", capitalized(ty)),
        }
    }
}

fn keys(context: &Context<'_>, ty: &str, resource: &Declaration) -> Vec<Key> {
    match context.inference.known(resource.title_at) {
        Known::Value(value) => flattened(value)
            .filter_map(Value::as_str)
            .map(|title| Key::Text(title_key(ty, title)))
            .collect(),
        Known::Type(_) => same(context.body, resource.title_at)
            .map(Key::Same)
            .into_iter()
            .collect(),
    }
}

/// The text of an expression whose value does not change within a scope.
fn same(body: &Body, expr: ExprId) -> Option<SmolStr> {
    let mut text = String::new();
    for step in body.preorder(expr) {
        let Step::Enter(id) = step else { continue };
        match body.expr(id) {
            Expr::Variable(_) => {
                let name = body.variable_name(id)?;
                // What a match leaves behind changes.
                if name.bytes().all(|byte| byte.is_ascii_digit()) {
                    return None;
                }
                let _ = write!(text, "${name}");
            }
            Expr::LiteralString(string) => text.push_str(string),
            Expr::ConcatenatedString(_) | Expr::Text(_) | Expr::QualifiedName(_) => {}
            Expr::Access { .. } => text.push('.'),
            _ => return None,
        }
    }
    Some(text.into())
}

/// One that the same body has declared already whenever it comes to this one.
fn among(
    context: &Context<'_>,
    ty: &str,
    key: &Key,
    resource: &Declaration,
    before: &[&Declaration],
) -> Option<Finding> {
    let first = before.iter().find(|first| {
        // The same resource expression is another check's.
        first.part != resource.part
            && is_decided(context, &first.path, &resource.path)
            && (matches!(key, Key::Text(_)) || !enters_lambda(context, &first.path, &resource.path))
            && !is_in_same_expression(context, first, resource)
    })?;
    Some(finding(ty, key, resource).with_related(
        context.item,
        Anchor::Expr(first.title_at),
        "it is declared here first",
    ))
}

fn is_in_same_expression(context: &Context<'_>, a: &Declaration, b: &Declaration) -> bool {
    context.body.exprs().any(|(_, expr)| match expr {
        Expr::Resource { bodies, .. } => {
            let has = |part| bodies.iter().any(|body| body.part == part);
            has(a.part) && has(b.part)
        }
        _ => false,
    })
}

/// Whether what is at the first path is evaluated whenever that at the other is. A condition in between that calls a
/// function may ask whether the resource is there.
fn is_decided(context: &Context<'_>, first: &Path, other: &Path) -> bool {
    let asks = |(fork, _): &(ExprId, ExprId)| {
        let conditions = conditions(context.body.expr(*fork));
        conditions.into_iter().any(|it| has_call(context.body, it))
    };
    first.dominates(other) && !first.further(other).iter().any(asks)
}

fn has_call(body: &Body, expr: ExprId) -> bool {
    body.preorder(expr).any(|step| match step {
        Step::Enter(id) => matches!(
            body.expr(id),
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } | Expr::Variable(_)
        ),
        Step::Leave(_) => false,
    })
}

fn enters_lambda(context: &Context<'_>, first: &Path, other: &Path) -> bool {
    first
        .further(other)
        .iter()
        .any(|(fork, _)| matches!(context.body.expr(*fork), Expr::Lambda { .. }))
}

/// One that is declared by what this body certainly includes, or by what is evaluated before it.
fn elsewhere(
    context: &Context<'_>,
    declared: &Declared,
    ty: &str,
    key: &Key,
    resource: &Declaration,
) -> Option<Finding> {
    let Key::Text(title) = key else { return None };
    let (db, environment) = (context.db, context.environment());
    let looked_up = (SmolStr::from(ty), title.clone());
    let is_class = ty == "class";
    let own = (is_class).then(|| context.names.resolve(ItemKind::Class, title).found());
    let (certain, comes_before) = brought(context, declared, resource)
        .into_iter()
        .find_map(|(item, comes_before)| {
            let found = certainly_declared(db, environment, item)
                .get(&looked_up)
                .copied()?;
            Some((found, comes_before))
        })
        .or_else(|| {
            // The class itself may be included before.
            let is_included = declared.inclusions.iter().any(|inclusion| {
                inclusion
                    .class
                    .as_deref()
                    .is_some_and(|class| title_key("class", class) == *title)
                    && inclusion.order < resource.order
                    && is_decided(context, &inclusion.path, &resource.path)
            });
            (is_class && is_included).then_some((
                Certain {
                    item: context.item,
                    part: None,
                },
                true,
            ))
        })?;
    // A class may be included after it was declared, and where it is included in itself nothing is certain.
    if (certain.part.is_none() && !comes_before)
        || own.flatten() == Some(context.item)
        || certain.item == context.item && certain.part.is_some()
    {
        return None;
    }
    let mut finding = finding(ty, key, resource);
    // Code that supports several versions of another module has branches for those that are not here.
    if !resource.path.is_certain() && is_foreign(context, certain.item) {
        finding = finding.with_severity(Severity::Warning);
    }
    Some(match certain.part {
        Some(part) => finding.with_related(
            certain.item,
            Anchor::Part(part),
            "it is declared here as well",
        ),
        None if certain.item == context.item => finding,
        None => finding.with_related(certain.item, Anchor::Name, "it is included here"),
    })
}

fn is_foreign(context: &Context<'_>, other: Item) -> bool {
    let module = |item: Item| owner(context.db, item.file).map(|owner| owner.module);
    module(other) != module(context.item)
}

/// The bodies that are evaluated whenever a resource is, and whether they come before it.
fn brought(
    context: &Context<'_>,
    declared: &Declared,
    resource: &Declaration,
) -> Vec<(Item, bool)> {
    let mut items = Vec::new();
    for inclusion in &declared.inclusions {
        if let Some(class) = &inclusion.class
            && is_decided(context, &inclusion.path, &resource.path)
            && let Some(item) = context.names.resolve(ItemKind::Class, class).found()
        {
            items.push((item, inclusion.order < resource.order));
        }
    }
    for other in &declared.resources {
        if other.ty.as_deref() == Some("class")
            && other.part != resource.part
            && is_decided(context, &other.path, &resource.path)
            && let Known::Value(value) = context.inference.known(other.title_at)
        {
            let classes = flattened(value).filter_map(Value::as_str);
            let found =
                classes.filter_map(|class| context.names.resolve(ItemKind::Class, class).found());
            items.extend(found.map(|item| (item, other.order < resource.order)));
        }
    }
    if context.body.definition().kind() == DefinitionKind::Node {
        items.push((Item::of_file(context.item.file), true));
    }
    items.retain(|(item, _)| *item != context.item);
    items
}

fn finding(ty: &str, key: &Key, resource: &Declaration) -> Finding {
    let rule = match ty {
        "class" => &rules::CLASS_DECLARED_TWICE,
        _ => &rules::DUPLICATE_RESOURCE,
    };
    let message = format!(
        "Duplicate declaration: {} is already declared; cannot redeclare",
        key.label(ty)
    );
    let finding = Finding::new(rule, Anchor::Expr(resource.title_at), message);
    match ty {
        "class" => finding
            .with_help("declare the class like a resource once, before it is included anywhere"),
        _ => finding,
    }
}
