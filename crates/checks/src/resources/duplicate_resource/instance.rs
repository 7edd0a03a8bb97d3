//! Resources that instances of defined types certainly bring along.

use puppet_diagnostics::Severity;
use puppet_hir::model::PartId;
use puppet_inference::body_context::Context;
use puppet_inference::catalog::instances::{instance_resources, makes_instances};
use puppet_inference::catalog::overrides::may_be_collected;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::declarations::{Declaration, body_declarations};
use puppet_semantic::index::item_tree::{Item, ItemKind};
use puppet_types::Value;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::resources::duplicate_resource::{self as duplicates, MAX_BEFORE, TitleKey, is_decided};

/// A type in lower case, and a title.
type TypeAndTitle = (SmolStr, SmolStr);

/// The declaration in a defined type, for a resource that one of its instances brings along.
type NestedDeclaration = Option<(Item, PartId)>;

/// A resource that a declaration puts into the catalog: by itself, or as part of an instance.
struct Brought<'d> {
    declaration: &'d Declaration,
    inner: NestedDeclaration,
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let declared = body_declarations(context.db, context.item);
    let mut seen: FxHashMap<TypeAndTitle, Vec<Brought<'_>>> = FxHashMap::default();
    for resource in declared.resources() {
        if context.inference.is_unreachable(resource.title_at) {
            continue;
        }
        let mut found = None;
        let mut is_repeated = false;
        for (key, inner) in brought(context, resource) {
            let before = seen.entry(key.clone()).or_default();
            let mut decided = before
                .iter()
                .filter(|first| is_decided(context, &first.declaration.path, &resource.path));
            // Two resources of the body itself are another check's, with all that they bring along.
            is_repeated |= inner.is_none() && decided.clone().any(|first| first.inner.is_none());
            if let Some(first) = decided.next().filter(|_| !is_repeated) {
                found.get_or_insert_with(|| diagnostic(context, &key, resource, (first, inner)));
            }
            if before.len() < MAX_BEFORE {
                before.push(Brought {
                    declaration: resource,
                    inner,
                });
            }
        }
        out.extend(found);
    }
}

/// What a declaration puts into the catalog, by type and title.
fn brought(
    context: &Context<'_>,
    resource: &Declaration,
) -> Vec<(TypeAndTitle, NestedDeclaration)> {
    let (db, environment) = (context.db, context.environment());
    let (Some(ty), Some(titles)) = (
        resource.ty.as_ref().filter(|ty| *ty != "class"),
        context.inference.result(resource.title_at).value(),
    ) else {
        return Vec::new();
    };
    let define = context.names.resolve(ItemKind::DefinedType, ty).item();
    let define = define.filter(|define| makes_instances(resource) && *define != context.item);
    let mut all = Vec::new();
    for title in titles.flattened().filter_map(Value::as_str) {
        all.push(((ty.clone(), title.into()), None));
        let Some(define) = define else { continue };
        let value = |name: &str| {
            if ["title", "name"].contains(&name) {
                return Some(title.into());
            }
            let (_, value) = resource.attributes.iter().find(|(it, _)| it == name)?;
            let value = context.inference.result(*value).value()?.as_str()?;
            let place = (environment, context.item.file);
            let may_differ = may_be_collected(db, place, ty, &[title.into()], name);
            (!may_differ).then(|| value.into())
        };
        for inner in instance_resources(db, environment, define) {
            let key = inner
                .title_for(value)
                .map(|title| (inner.ty.clone(), title));
            all.extend(key.map(|key| (key, Some((define, inner.part)))));
        }
    }
    all
}

fn diagnostic(
    context: &Context<'_>,
    (ty, title): &TypeAndTitle,
    resource: &Declaration,
    (first, inner): (&Brought<'_>, NestedDeclaration),
) -> BodyDiagnostic {
    let key = TitleKey::Text(title.clone());
    let mut diagnostic = duplicates::diagnostic(ty, &key, resource.title_at).with_related(
        (context.item, Anchor::Expr(first.declaration.title_at)),
        "First declared here",
    );
    for (item, part) in [first.inner, inner].into_iter().flatten() {
        diagnostic =
            diagnostic.with_related((item, Anchor::Part(part)), "Each instance declares it here");
        // Code that supports several versions of another module has branches for those that are not here.
        if !resource.path.is_certain() && context.is_foreign(item.file) {
            diagnostic = diagnostic.with_severity(Severity::Warning);
        }
    }
    diagnostic
}
