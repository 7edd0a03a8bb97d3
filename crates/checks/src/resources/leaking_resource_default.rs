//! Resource defaults that also hold in the classes and defined types that the body declares.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Body, DefinitionKind, Expr, ExprId};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::{Item, ItemKind, body, canonical};

declare_rule! {
    /// Resource defaults of a class also apply to the classes that it includes.
    pub LEAKING_RESOURCE_DEFAULT = { code: "R309", name: "leaking-resource-default", level: Hint }
}

/// Functions that bring in classes.
const INCLUDING: [&str; 4] = ["contain", "hiera_include", "include", "require"];

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let is_scope = matches!(
        context.body.definition().kind(),
        DefinitionKind::Class | DefinitionKind::DefinedType
    );
    if !is_scope {
        return;
    }
    let mut leaks = FxHashMap::default();
    for it in context.reachable() {
        if let Expr::ResourceDefaults { type_ref, .. } = it.expr
            && let Some(type_ref) = *type_ref
            && let Expr::QualifiedReference(ty) = context.body.expr(type_ref)
        {
            let ty = canonical(ty);
            let leak = leaks.entry(ty).or_insert_with_key(|ty| leak(context, ty));
            out.extend(
                leak.as_ref()
                    .map(|leak| diagnostic(context, type_ref, leak)),
            );
        }
    }
}

/// A class or defined type that gets resource defaults of the body that declares it.
struct Leak {
    kind: ItemKind,
    name: SmolStr,
    declared_at: ExprId,
}

/// Defaults hold for everything that is declared while the body is evaluated: also in classes and defined types.
fn leak(context: &Context<'_>, ty: &SmolStr) -> Option<Leak> {
    let own = contents(context.db, context.environment(), context.item);
    let mut seen = FxHashSet::default();
    let mut distinct = own
        .declares
        .iter()
        .filter(|(kind, name, _)| seen.insert((*kind, name)));
    let (kind, name, declared_at) =
        distinct.find(|(kind, name, _)| brings(context, *kind, name, ty))?;
    Some(Leak {
        kind: *kind,
        name: name.clone(),
        declared_at: *declared_at,
    })
}

fn diagnostic(context: &Context<'_>, type_ref: ExprId, leak: &Leak) -> BodyDiagnostic {
    let message = format!(
        "Resource defaults are dynamically scoped: they also apply in the {} '{}', declared here",
        leak.kind.describe(),
        leak.name
    );
    let declared_at = (context.item, Anchor::Expr(leak.declared_at));
    BodyDiagnostic::new(&LEAKING_RESOURCE_DEFAULT, Anchor::Expr(type_ref), message)
        .with_related(declared_at, "Declared here")
        .with_help("Put the attributes into a `default:` body of the resources that need them")
}

/// How many definitions are looked at for one default.
const MAX_REACH: usize = 100;

/// Whether a class or defined type, or what it declares itself, declares resources of a type.
fn brings(context: &Context<'_>, kind: ItemKind, name: &SmolStr, ty: &SmolStr) -> bool {
    let mut seen: FxHashSet<(ItemKind, SmolStr)> = FxHashSet::default();
    let mut left = vec![(kind, name.clone())];
    while let Some((kind, name)) = left.pop() {
        if seen.len() >= MAX_REACH || !seen.insert((kind, name.clone())) {
            continue;
        }
        let Some(item) = context.names.resolve(kind, &name).item() else {
            continue;
        };
        let contents = contents(context.db, context.environment(), item);
        if contents.types.contains(ty) {
            return true;
        }
        let declared = contents.declares.iter();
        left.extend(declared.map(|(kind, name, _)| (*kind, name.clone())));
    }
    false
}

/// What a body declares, as far as the names are written out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct BodyContents {
    /// The types of its resources.
    types: FxHashSet<SmolStr>,
    /// The classes and defined types, and where it declares them.
    declares: Vec<(ItemKind, SmolStr, ExprId)>,
}

#[salsa::tracked(returns(clone))]
fn contents(db: &dyn Db, environment: Environment, item: Item) -> Arc<BodyContents> {
    // The environment is part of the key only because queries need two parts.
    let _ = environment;
    let body = body(db, item);
    let mut found = BodyContents::default();
    for (id, expr) in body.exprs() {
        match expr {
            Expr::CallNamedFunction { .. } => {
                let Some(call) = Call::from_expr(&body, id) else {
                    continue;
                };
                if call.name.is_some_and(|name| INCLUDING.contains(&name)) {
                    let classes = call.arguments.iter().filter_map(|it| literal(&body, *it));
                    found
                        .declares
                        .extend(classes.map(|name| (ItemKind::Class, name, id)));
                }
            }
            Expr::Resource {
                type_name, bodies, ..
            } => match literal(&body, *type_name) {
                Some(name) if name == "class" => {
                    let titles = bodies.iter().filter_map(|it| literal(&body, it.title?));
                    found
                        .declares
                        .extend(titles.map(|name| (ItemKind::Class, name, id)));
                }
                Some(name) => {
                    found
                        .declares
                        .push((ItemKind::DefinedType, name.clone(), id));
                    found.types.insert(name);
                }
                None => {}
            },
            _ => {}
        }
    }
    Arc::new(found)
}

/// A name that is written out.
fn literal(body: &Body, expr: ExprId) -> Option<SmolStr> {
    match body.expr(expr) {
        Expr::QualifiedName(name) | Expr::LiteralString(name) => Some(canonical(name)),
        _ => None,
    }
}
