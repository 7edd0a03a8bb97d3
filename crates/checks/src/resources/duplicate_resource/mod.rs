//! Resources that are certainly declared twice, and classes that are declared like resources when they are there.
//!
//! Sources: `Puppet::Resource::Catalog#add_one_resource`, `Puppet::Parser::Compiler#evaluate_classes`.

mod among_included;
pub(crate) mod declaring_call;
pub(crate) mod instance;
mod repeated_body;
pub(crate) mod repeated_title;
pub(crate) mod uniqueness_key;

use std::fmt::Write as _;
use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{Body, DefinitionKind, Expr, ExprId, PartId, Step};
use puppet_types::Value;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::resources::class_declared_twice;
use puppet_inference::body_context::Context;
use puppet_inference::catalog::definite::{DefiniteDeclaration, certainly_declared, title_key};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::declarations::{
    BodyDeclarations, BranchPath, Declaration, Inclusion, body_declarations, conditions,
};
use puppet_semantic::index::item_tree::{Item, ItemKind};
use puppet_text::capitalized;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// Two resources of the same type have the same title.
    pub DUPLICATE_RESOURCE = {
        code: "R304", name: "duplicate-resource", level: Error,
        help: "Remove one of the declarations, or give it another title",
    }
}

/// With how many earlier declarations of the same resource each one is compared.
const MAX_BEFORE: usize = 30;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let declared = body_declarations(context.db, context.item);
    let brings_several = among_included::brings_several(declared);
    let has_nothing = declared.resources().next().is_none() && !brings_several;
    if has_nothing || has_several_catalogs(context) {
        return;
    }
    let brought = TransitiveDeclaration::of(context, declared);
    if brings_several {
        among_included::check(context, &brought, out);
    }
    let mut seen: FxHashMap<(SmolStr, TitleKey), Vec<&Declaration>> = FxHashMap::default();
    for (ty, resource) in reachable_resources(context, declared) {
        let mut reported = false;
        for key in keys(context, ty, resource) {
            let before = seen.entry((ty.clone(), key.clone())).or_default();
            if !reported {
                let diagnostic = among(context, ty, &key, resource, before)
                    .or_else(|| duplicate_in_other_files(context, &brought, ty, &key, resource));
                reported = diagnostic.is_some();
                out.extend(diagnostic);
            }
            remember(before, resource);
        }
    }
}

/// The resources of a body that may be evaluated, with their types as far as they are known.
pub(crate) fn reachable_resources<'d>(
    context: &Context<'_>,
    declared: &'d BodyDeclarations,
) -> impl Iterator<Item = (&'d SmolStr, &'d Declaration)> {
    let known = declared
        .resources()
        .filter_map(|it| Some((it.ty.as_ref()?, it)));
    known.filter(|(_, resource)| !context.inference.is_unreachable(resource.title_at))
}

/// Adds to what later declarations of the same resource are compared with.
pub(crate) fn remember<T>(before: &mut Vec<T>, declaration: T) {
    if before.len() < MAX_BEFORE {
        before.push(declaration);
    }
}

/// Whether the resources of a body may be in different catalogs: each `apply` of a plan makes one of its own.
pub(crate) fn has_several_catalogs(context: &Context<'_>) -> bool {
    context.body.definition().kind() == DefinitionKind::Plan
}

/// A title, or an expression that is always the same within one scope.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum TitleKey {
    Text(SmolStr),
    Same(SmolStr),
}

impl TitleKey {
    pub(crate) fn label(&self, ty: &str) -> String {
        match self {
            Self::Text(title) if ty == "class" => format!("Class[{}]", capitalized(title)),
            Self::Text(text) => format!("{}[{text}]", capitalized(ty)),
            Self::Same(source) => format!("{}[{}]", capitalized(ty), source.trim_matches('"')),
        }
    }
}

pub(crate) fn keys(context: &Context<'_>, ty: &str, resource: &Declaration) -> Vec<TitleKey> {
    match context.inference.result(resource.title_at) {
        Inferred::Value(value) => value
            .flattened()
            .filter_map(Value::as_str)
            .map(|title| TitleKey::Text(title_key(ty, title)))
            .collect(),
        Inferred::Type(_) => source_key(context.body, resource.title_at)
            .map(TitleKey::Same)
            .into_iter()
            .collect(),
    }
}

/// The source of an expression whose value does not change within a scope, written in one way.
pub(crate) fn source_key(body: &Body, expr: ExprId) -> Option<SmolStr> {
    let mut source = String::new();
    write_same(body, expr, &mut source)?;
    Some(source.into())
}

fn write_same(body: &Body, expr: ExprId, out: &mut String) -> Option<()> {
    match body.expr(expr) {
        Expr::Variable(_) => {
            let name = body.variable_name(expr)?;
            // What a match leaves set changes.
            if name.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            let _ = write!(out, "${name}");
        }
        Expr::LiteralString(text) | Expr::QualifiedName(text) => {
            let _ = write!(out, "'{text}'");
        }
        Expr::ConcatenatedString(segments) => {
            out.push('"');
            for segment in segments {
                match body.expr(*segment) {
                    Expr::LiteralString(text) => out.push_str(&text.replace('$', "\\$")),
                    _ => write_same(body, *segment, out)?,
                }
            }
            out.push('"');
        }
        Expr::Text(inner) => {
            let mut source = String::new();
            write_same(body, *inner, &mut source)?;
            let _ = write!(out, "${{{}}}", source.trim_start_matches('$'));
        }
        Expr::Access { left, keys } => {
            write_same(body, *left, out)?;
            out.push('[');
            for (index, key) in keys.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                write_same(body, *key, out)?;
            }
            out.push(']');
        }
        _ => return None,
    }
    Some(())
}

/// One that the same body has declared already whenever it comes to this one.
fn among(
    context: &Context<'_>,
    ty: &str,
    key: &TitleKey,
    resource: &Declaration,
    before: &[&Declaration],
) -> Option<BodyDiagnostic> {
    let first = before.iter().find(|first| {
        // The same resource expression is another check's.
        first.part != resource.part
            && is_decided(context, &first.path, &resource.path)
            && (matches!(key, TitleKey::Text(_))
                || !enters_lambda(context, &first.path, &resource.path))
            && first.expr != resource.expr
    })?;
    Some(diagnostic(ty, key, resource.title_at).with_related(
        (context.item, Anchor::Expr(first.title_at)),
        "First declared here",
    ))
}

/// Whether what is at the first path is evaluated whenever that at the other is. A condition in between that calls a
/// function may ask whether the resource is there.
pub fn is_decided(context: &Context<'_>, first: &BranchPath, other: &BranchPath) -> bool {
    let asks = |(branch, _): &(ExprId, ExprId)| {
        let mut conditions = conditions(context.body.expr(*branch));
        conditions.any(|it| has_call(context.body, it))
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

pub(crate) fn enters_lambda(context: &Context<'_>, first: &BranchPath, other: &BranchPath) -> bool {
    first
        .further(other)
        .iter()
        .any(|(branch, _)| matches!(context.body.expr(*branch), Expr::Lambda { .. }))
}

/// One that is declared by what this body certainly includes, or by what is evaluated before it.
fn duplicate_in_other_files(
    context: &Context<'_>,
    brought: &TransitiveDeclaration<'_>,
    ty: &str,
    key: &TitleKey,
    resource: &Declaration,
) -> Option<BodyDiagnostic> {
    let TitleKey::Text(title) = key else {
        return None;
    };
    let looked_up = (SmolStr::from(ty), title.clone());
    let is_class = ty == "class";
    let (certain, comes_before) = brought
        .before_or_after(context, &looked_up, resource)
        .or_else(|| {
            // The class itself may be included before.
            let is_included = is_class && brought.includes_before(context, title, resource);
            let certain = DefiniteDeclaration {
                item: context.item,
                part: None,
                is_late: false,
            };
            is_included.then_some((certain, true))
        })?;
    // A class may be included after it was declared, and where it is included in itself nothing is certain.
    if (certain.part.is_none() && (certain.is_late || !comes_before))
        || is_class && context.names.resolve(ItemKind::Class, title).item() == Some(context.item)
        || certain.item == context.item && certain.part.is_some()
    {
        return None;
    }
    let mut diagnostic = diagnostic(ty, key, resource.title_at);
    // Code that supports several versions of another module has branches for those that are not here.
    if !resource.path.is_certain() && context.is_foreign(certain.item.file) {
        diagnostic = diagnostic.with_severity(Severity::Warning);
    }
    Some(match certain.part {
        Some(part) => {
            diagnostic.with_related((certain.item, Anchor::Part(part)), "Also declared here")
        }
        None if certain.item == context.item => diagnostic,
        None => diagnostic.with_related((certain.item, Anchor::Name), "Included here"),
    })
}

/// What a body brings along: classes that it includes or declares, with all that they certainly declare.
struct TransitiveDeclaration<'d> {
    /// The bodies.
    items: Items<'d>,
    sources: Vec<DeclarationSource<'d>>,
    /// The places of each body among the sources.
    places: FxHashMap<Item, Vec<usize>>,
    /// Which bodies certainly declare a resource.
    by_resource: CertainByResource,
    /// The inclusions by the class's name.
    inclusions: FxHashMap<SmolStr, Vec<&'d Inclusion>>,
}

/// A body that is evaluated at some place of another one.
struct DeclarationSource<'d> {
    item: Item,
    /// When; `None` for always.
    path: Option<&'d BranchPath>,
    order: usize,
    /// What names the class; `None` for the one that is inherited, and for statements around a node.
    at: Option<ExprId>,
    /// The declaration, for classes that are declared like resources.
    part: Option<PartId>,
}

impl<'d> TransitiveDeclaration<'d> {
    fn of(context: &Context<'d>, declared: &'d BodyDeclarations) -> Self {
        let sources = sources(context, declared);
        let mut places: FxHashMap<Item, Vec<usize>> = FxHashMap::default();
        let mut items = Vec::new();
        for (index, source) in sources.iter().enumerate() {
            let places = places.entry(source.item).or_default();
            if places.is_empty() {
                items.push(source.item);
            }
            places.push(index);
        }
        let items = Items::new(context.db, items.into_boxed_slice());
        let by_resource = certain_by_resource(context.db, context.environment(), items);
        let mut inclusions: FxHashMap<SmolStr, Vec<&Inclusion>> = FxHashMap::default();
        for inclusion in declared.inclusions() {
            if let Some(class) = &inclusion.class {
                let class = title_key("class", class);
                inclusions.entry(class).or_default().push(inclusion);
            }
        }
        Self {
            items,
            sources,
            places,
            by_resource,
            inclusions,
        }
    }

    /// The declaration of a resource in what is evaluated whenever another one is, and whether it comes before that.
    fn before_or_after(
        &self,
        context: &Context<'_>,
        looked_up: &(SmolStr, SmolStr),
        resource: &Declaration,
    ) -> Option<(DefiniteDeclaration, bool)> {
        let items = self.by_resource.get(looked_up)?.iter();
        let places = items.flat_map(|(item, certain)| {
            let places = self.places.get(item).into_iter().flatten();
            places.map(move |place| (*place, certain))
        });
        let mut places: Vec<(usize, &DefiniteDeclaration)> = places.collect();
        places.sort_unstable_by_key(|(place, _)| *place);
        places.into_iter().find_map(|(place, certain)| {
            let source = self.sources.get(place)?;
            let is_evaluated = source.part != Some(resource.part)
                && source
                    .path
                    .is_none_or(|path| is_decided(context, path, &resource.path));
            is_evaluated.then_some((*certain, source.order < resource.order))
        })
    }

    /// Whether a class is included before a resource is declared.
    fn includes_before(
        &self,
        context: &Context<'_>,
        class: &SmolStr,
        resource: &Declaration,
    ) -> bool {
        let inclusions = self.inclusions.get(class).into_iter().flatten();
        inclusions.into_iter().any(|inclusion| {
            inclusion.order < resource.order && is_decided(context, &inclusion.path, &resource.path)
        })
    }
}

/// Some bodies.
#[salsa::interned]
struct Items<'db> {
    #[returns(ref)]
    all: Box<[Item]>,
}

/// Which bodies certainly declare a resource.
type CertainByResource = Arc<FxHashMap<(SmolStr, SmolStr), Vec<(Item, DefiniteDeclaration)>>>;

/// Which of some bodies certainly declare a resource. Edits seldom change what a body brings along.
#[salsa::tracked(returns(clone))]
fn certain_by_resource<'db>(
    db: &'db dyn Db,
    environment: Environment,
    items: Items<'db>,
) -> CertainByResource {
    let mut by_resource: FxHashMap<_, Vec<(Item, DefiniteDeclaration)>> = FxHashMap::default();
    for item in items.all(db) {
        for (resource, certain) in certainly_declared(db, environment, *item).iter() {
            let known = by_resource.entry(resource.clone()).or_default();
            known.push((*item, *certain));
        }
    }
    Arc::new(by_resource)
}

/// The bodies that a body brings along: of classes that it includes, of those that it declares, and for a node the
/// statements around it.
fn sources<'d>(
    context: &Context<'_>,
    declared: &'d BodyDeclarations,
) -> Vec<DeclarationSource<'d>> {
    let resolve = |class: &str| context.names.resolve(ItemKind::Class, class).item();
    let mut sources = Vec::new();
    for inclusion in declared.inclusions() {
        let item = inclusion.class.as_deref().and_then(resolve);
        sources.extend(item.map(|item| DeclarationSource {
            item,
            path: Some(&inclusion.path),
            order: inclusion.order,
            at: inclusion.at,
            part: None,
        }));
    }
    for resource in declared.resources() {
        if resource.ty.as_deref() == Some("class")
            && let Inferred::Value(value) = context.inference.result(resource.title_at)
        {
            let classes = value.flattened().filter_map(Value::as_str);
            sources.extend(classes.filter_map(resolve).map(|item| DeclarationSource {
                item,
                path: Some(&resource.path),
                order: resource.order,
                at: Some(resource.title_at),
                part: Some(resource.part),
            }));
        }
    }
    if context.body.definition().kind() == DefinitionKind::Node {
        sources.push(DeclarationSource {
            item: Item::outside_definitions(context.item.file),
            path: None,
            order: 0,
            at: None,
            part: None,
        });
    }
    sources.retain(|source| source.item != context.item);
    sources
}

fn diagnostic(ty: &str, key: &TitleKey, title_at: ExprId) -> BodyDiagnostic {
    diagnostic_at(ty, key, Anchor::Expr(title_at))
}

fn diagnostic_at(ty: &str, key: &TitleKey, at: Anchor) -> BodyDiagnostic {
    let message = format!(
        "Duplicate declaration: {} is already declared; cannot redeclare",
        key.label(ty)
    );
    match ty {
        "class" => class_declared_twice::diagnostic(at, message),
        _ => BodyDiagnostic::new(&DUPLICATE_RESOURCE, at, message),
    }
}
