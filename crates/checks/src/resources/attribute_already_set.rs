//! Overrides of attributes that the same body has set already: only a class that inherits from another may replace what
//! that one has set.
//!
//! Source: `Puppet::Parser::Resource#override_parameter`.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::Expr;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::resources::duplicate_resource::{
    TitleKey, enters_lambda, has_several_catalogs, keys, reachable_resources, remember, source_key,
};
use crate::resources::unresolved_reference::referenced;
use puppet_inference::body_context::Context;
use puppet_inference::catalog::definite::title_key;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::declarations::{
    BodyDeclarations, BranchPath, Override, body_declarations,
};
use puppet_semantic::index::item_tree::canonical;

declare_rule! {
    /// An override sets an attribute that the same code has set already.
    pub ATTRIBUTE_ALREADY_SET = {
        code: "R316", name: "attribute-already-set", level: Error,
        help: "Set it where the resource is declared, or override it in a class that inherits from this one",
    }
}

/// A type in lower case, and a title.
type ResourceKey = (SmolStr, TitleKey);

/// A place where attributes of a resource are set.
struct Setter<'d> {
    attributes: Vec<(&'d str, Anchor)>,
    path: &'d BranchPath,
}

impl<'d> Setter<'d> {
    fn new(attributes: impl Iterator<Item = (&'d str, Anchor)>, path: &'d BranchPath) -> Self {
        Self {
            attributes: attributes.collect(),
            path,
        }
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let declared = body_declarations(context.db, context.item);
    if declared.overrides().next().is_none() || has_several_catalogs(context) {
        return;
    }
    let mut setters = declared_attributes(context, declared);
    for amending in declared.overrides() {
        if context.inference.is_unreachable(amending.resources) {
            continue;
        }
        for key in overridden(context, amending) {
            let before = setters.entry(key.clone()).or_default();
            out.extend(already_set(context, &key, amending, before));
            let attributes = amending.attributes.iter();
            let attributes = attributes.map(|(name, at)| (&**name, Anchor::PartName(*at)));
            remember(before, Setter::new(attributes, &amending.path));
        }
    }
}

/// What the declarations of a body set.
fn declared_attributes<'d>(
    context: &Context<'_>,
    declared: &'d BodyDeclarations,
) -> FxHashMap<ResourceKey, Vec<Setter<'d>>> {
    let mut setters: FxHashMap<ResourceKey, Vec<Setter<'_>>> = FxHashMap::default();
    for (ty, resource) in reachable_resources(context, declared) {
        for key in keys(context, ty, resource) {
            let before = setters.entry((ty.clone(), key)).or_default();
            let attributes = resource.attributes.iter();
            let attributes = attributes.map(|(name, value)| (&**name, Anchor::Expr(*value)));
            remember(before, Setter::new(attributes, &resource.path));
        }
    }
    setters
}

/// The resources that an override refers to.
fn overridden(context: &Context<'_>, amending: &Override) -> Vec<ResourceKey> {
    if let Some(value) = context.inference.result(amending.resources).value() {
        let references = value.flattened().filter_map(|it| referenced(context, it));
        return references
            .map(|(ty, title)| {
                let key = TitleKey::Text(title_key(&ty, &title));
                (ty, key)
            })
            .collect();
    }
    let Expr::Access { left, keys } = context.body.expr(amending.resources) else {
        return Vec::new();
    };
    let Expr::QualifiedReference(ty) = context.body.expr(*left) else {
        return Vec::new();
    };
    let titles = keys.iter().filter_map(|key| source_key(context.body, *key));
    titles
        .map(|title| (canonical(ty), TitleKey::Same(title)))
        .collect()
}

/// The first attribute that is set before, whenever both are evaluated.
fn already_set(
    context: &Context<'_>,
    (ty, title): &ResourceKey,
    amending: &Override,
    before: &[Setter<'_>],
) -> Option<BodyDiagnostic> {
    let is_one_scope = |path: &BranchPath| {
        matches!(title, TitleKey::Text(_))
            || !enters_lambda(context, path, &amending.path)
                && !enters_lambda(context, &amending.path, path)
    };
    let mut before = before.iter().filter(|it| {
        (it.path.dominates(&amending.path) || amending.path.dominates(it.path))
            && is_one_scope(it.path)
    });
    before.find_map(|setter| {
        amending.attributes.iter().find_map(|(name, at)| {
            let (_, first) = setter.attributes.iter().find(|(other, _)| other == name)?;
            let message = format!("Parameter '{name}' is already set on {}", title.label(ty));
            let diagnostic =
                BodyDiagnostic::new(&ATTRIBUTE_ALREADY_SET, Anchor::PartName(*at), message);
            Some(diagnostic.with_related((context.item, *first), "First set here"))
        })
    })
}
