//! Resources with titles of their own that have the same name.
//!
//! Sources: `Puppet::Resource::Catalog#create_resource_aliases`, `#alias`, `Puppet::Resource#uniqueness_key`.

use puppet_hir::model::ExprId;
use puppet_library::Library;
use puppet_types::Value;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::resources::duplicate_resource::repeated_body::RepeatedBody;
use crate::resources::duplicate_resource::{
    DUPLICATE_RESOURCE, MAX_BEFORE, has_several_catalogs, is_decided,
};
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::declarations::{Declaration, body_declarations};
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::resource_types::resource_type;
use puppet_text::capitalized;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    if has_several_catalogs(context) {
        return;
    }
    let declared = body_declarations(context.db, context.item);
    let may_end_early = declared.may_end_early();
    let repeated = RepeatedBody::new(context);
    let mut seen: FxHashMap<(SmolStr, CatalogKey), Vec<(SmolStr, &Declaration)>> =
        FxHashMap::default();
    let mut namevars: FxHashMap<&SmolStr, Option<SmolStr>> = FxHashMap::default();
    for resource in declared.resources() {
        let Some(ty) = resource.ty.as_ref().filter(|ty| *ty != "class") else {
            continue;
        };
        let Some(title) = title(context, resource) else {
            continue;
        };
        if context.inference.is_unreachable(resource.title_at) {
            continue;
        }
        if !may_end_early && let Some(diagnostic) = repeated.diagnostic((ty, &title), resource) {
            out.push(diagnostic);
            continue;
        }
        let namevar = namevars.entry(ty).or_insert_with(|| namevar(context, ty));
        let names = names(context, ty, namevar.as_ref(), &title, resource);
        let first = names.iter().find_map(|(key, at)| {
            let before = seen.get(&(ty.clone(), key.clone()))?;
            let (_, first) = before.iter().find(|(other, first)| {
                // Those with the same title are another check's.
                *other != title && is_decided(context, &first.path, &resource.path)
            })?;
            Some((key, *at, *first))
        });
        if let Some((key, at, first)) = first {
            out.push(diagnostic(ty, &title, key, at).with_related(
                (context.item, Anchor::Expr(first.title_at)),
                "Other resource is declared here",
            ));
        }
        for (key, _) in names {
            let before = seen.entry((ty.clone(), key)).or_default();
            if before.len() < MAX_BEFORE {
                before.push((title.clone(), resource));
            }
        }
    }
}

/// What a resource is looked up by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum CatalogKey {
    /// Its title, its name, or an alias.
    Name(SmolStr),
    /// The name of a package, and the provider that is asked for.
    Package(SmolStr, Option<SmolStr>),
}

fn diagnostic(ty: &str, title: &str, key: &CatalogKey, at: ExprId) -> BodyDiagnostic {
    let ty = capitalized(ty);
    let name = match key {
        CatalogKey::Name(name) | CatalogKey::Package(name, _) => name,
    };
    let message = match name == title {
        true => {
            format!("Duplicate declaration: {ty}[{title}] is already declared; cannot redeclare")
        }
        false => format!(
            "Cannot alias {ty}[{title}] to '{name}'; resource {ty}[{name}] already declared"
        ),
    };
    BodyDiagnostic::new(&DUPLICATE_RESOURCE, Anchor::Expr(at), message)
        .with_help("Each resource of a type needs a unique name")
}

/// The only title of a resource.
fn title(context: &Context<'_>, resource: &Declaration) -> Option<SmolStr> {
    let value = context.inference.result(resource.title_at).value()?;
    let mut titles = value
        .flattened()
        .map(|title| title.as_str().map(SmolStr::from));
    let title = titles.next()??;
    titles.next().is_none().then_some(title)
}

/// The keys of a resource, with where they stand.
fn names(
    context: &Context<'_>,
    ty: &str,
    namevar: Option<&SmolStr>,
    title: &SmolStr,
    resource: &Declaration,
) -> Vec<(CatalogKey, ExprId)> {
    let title_at = resource.title_at;
    let mut names = vec![(CatalogKey::Name(title.clone()), title_at)];
    let given = |name: &str| {
        let mut attributes = resource.attributes.iter();
        attributes.find(|(it, _)| it == name).map(|(_, at)| *at)
    };
    if let Some(at) = given("alias")
        && let Some(aliases) = context.inference.result(at).value()
    {
        let aliases = aliases.flattened().filter_map(Value::as_str);
        names.extend(aliases.map(|alias| (CatalogKey::Name(alias.into()), at)));
    }
    let Some(namevar) = namevar else {
        return names;
    };
    let text = |at: ExprId| {
        let value = context.inference.result(at).value()?;
        value.as_str().map(SmolStr::from)
    };
    let (name, at) = match given("name").or_else(|| given(namevar)) {
        Some(at) => (text(at), at),
        None if resource.has_more => (None, title_at),
        None if ty == "file" => (Some(without_slashes(title)), title_at),
        None => (Some(title.clone()), title_at),
    };
    let Some(name) = name else { return names };
    if ty != "package" {
        names.push((CatalogKey::Name(name), at));
    } else if given("command").is_none() {
        match given("provider").map(text) {
            None if resource.has_more => {}
            None => names.push((CatalogKey::Package(name, None), at)),
            Some(Some(provider)) => names.push((CatalogKey::Package(name, Some(provider)), at)),
            Some(None) => {}
        }
    }
    names
}

/// The path that a title of a file means.
fn without_slashes(title: &str) -> SmolStr {
    match title.trim_end_matches('/') {
        "" => title.into(),
        path => path.into(),
    }
}

/// The attribute by which resources of a type must differ; `None` if they need not, or if it is not known.
fn namevar(context: &Context<'_>, ty: &str) -> Option<SmolStr> {
    if context
        .names
        .resolve(ItemKind::DefinedType, ty)
        .item()
        .is_some()
    {
        return Some("name".into());
    }
    let stub = Library.resource_type(ty)?;
    // Of other titles, what they are taken apart into is not known.
    let is_plain = !stub.title_patterns || ["file", "package"].contains(&ty);
    if stub.not_isomorphic || !is_plain {
        return None;
    }
    if ty == "package" {
        return Some("name".into());
    }
    let info = resource_type(context.db, context.environment(), ty)?;
    info.namevar().map(|namevar| namevar.name.clone())
}
