//! Resources that functions declare: `create_resources`, and the functions of stdlib that leave out what is there.

use puppet_hir::model::{Expr, ExprId};
use puppet_types::Value;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{
    TitleKey, diagnostic, has_several_catalogs, is_decided, keys, reachable_resources, remember,
};
use puppet_inference::body_context::Context;
use puppet_inference::catalog::definite::title_key;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::declarations::{BodyDeclarations, BranchPath, body_declarations};

/// What declares a resource in a body.
struct Declarer<'d> {
    ty: SmolStr,
    key: TitleKey,
    /// Where the title is.
    title_at: ExprId,
    path: &'d BranchPath,
    order: usize,
    is_call: bool,
    /// Whether it leaves out what is there with the same attributes.
    is_ensuring: bool,
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let declared = body_declarations(context.db, context.item);
    if declared.placed_calls().next().is_none() || has_several_catalogs(context) {
        return;
    }
    let mut declarers = of_calls(context, declared);
    declarers.extend(of_resources(context, declared));
    declarers.retain(|it| it.ty != "class" && !context.inference.is_unreachable(it.title_at));
    declarers.sort_by_key(|it| it.order);
    let mut seen: FxHashMap<(&str, &TitleKey), Vec<&Declarer<'_>>> = FxHashMap::default();
    for declarer in &declarers {
        let before = seen.entry((&declarer.ty, &declarer.key)).or_default();
        out.extend(declared_again(context, declarer, before));
        remember(before, declarer);
    }
}

fn of_calls<'d>(context: &Context<'_>, declared: &'d BodyDeclarations) -> Vec<Declarer<'d>> {
    let mut found = Vec::new();
    for placed in declared.placed_calls() {
        let (Some(ty), Some(titles)) = (&placed.call.ty, placed.call.titles) else {
            continue;
        };
        let titles = titles_of(context, titles).into_iter();
        found.extend(titles.map(|(title, title_at)| Declarer {
            ty: ty.clone(),
            key: TitleKey::Text(title_key(ty, &title)),
            title_at,
            path: &placed.path,
            order: placed.order,
            is_call: true,
            is_ensuring: placed.call.is_ensuring,
        }));
    }
    found
}

/// The titles that are known, each with its place: one, an array of them, or the keys of a hash.
fn titles_of(context: &Context<'_>, titles: ExprId) -> Vec<(SmolStr, ExprId)> {
    let result = |at: ExprId| context.inference.result(at).value();
    let text = |value: &Value| value.as_str().map(SmolStr::from);
    let written = match context.body.expr(titles) {
        Expr::LiteralHash(entries) => entries.iter().map(|it| it.key).collect(),
        Expr::LiteralList(items) => items.to_vec(),
        _ => Vec::new(),
    };
    if !written.is_empty() {
        let texts = written
            .into_iter()
            .filter_map(|at| Some((text(result(at)?)?, at)));
        return texts.collect();
    }
    let texts: Vec<SmolStr> = match result(titles) {
        Some(Value::Hash(entries)) => entries.iter().filter_map(|(key, _)| text(key)).collect(),
        Some(value) => value.flattened().filter_map(text).collect(),
        None => Vec::new(),
    };
    texts.into_iter().map(|text| (text, titles)).collect()
}

fn of_resources<'d>(
    context: &Context<'_>,
    declared: &'d BodyDeclarations,
) -> impl Iterator<Item = Declarer<'d>> {
    reachable_resources(context, declared).flat_map(|(ty, resource)| {
        let keys = keys(context, ty, resource).into_iter();
        keys.map(|key| Declarer {
            ty: ty.clone(),
            key,
            title_at: resource.title_at,
            path: &resource.path,
            order: resource.order,
            is_call: false,
            is_ensuring: false,
        })
    })
}

/// One that a call declares, or that a call has declared, whenever it comes to this.
fn declared_again(
    context: &Context<'_>,
    declarer: &Declarer<'_>,
    before: &[&Declarer<'_>],
) -> Option<BodyDiagnostic> {
    let first = before.iter().find(|first| {
        !declarer.is_ensuring
            && (first.is_call || declarer.is_call)
            && first.order != declarer.order
            && is_decided(context, first.path, declarer.path)
    })?;
    let first_at = Anchor::Expr(first.title_at);
    Some(
        diagnostic(&declarer.ty, &declarer.key, declarer.title_at)
            .with_related((context.item, first_at), "First declared here"),
    )
}
