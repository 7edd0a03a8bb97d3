//! Virtual resources that the body certainly makes real, with collectors and `realize`.

use puppet_hir::model::{ComparisonOperator, Expr, ExprId, QueryKind};
use puppet_semantic::index::item_tree::canonical;
use puppet_types::inferred::Inferred;
use puppet_types::{Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::body_context::Context;
use crate::body_context::attribute_sources::{
    AttributeDeclaration, Role, operated, reference_name,
};
use crate::infer::Call;

/// Virtual resources that the same body certainly makes real.
#[derive(Default)]
pub struct Realized {
    /// The types of which all are.
    types: FxHashSet<SmolStr>,
    /// The others, by type and title.
    resources: FxHashSet<(SmolStr, SmolStr)>,
    /// Those that collectors select by one text, by type: `tag == 'a'`.
    selected: FxHashSet<(SmolStr, SmolStr, SmolStr)>,
    /// Those that they select otherwise.
    selections: FxHashMap<SmolStr, Vec<Selection>>,
    /// The attributes that collectors put in place of what is declared, by type; `None` for unknown ones.
    overriding: FxHashSet<(SmolStr, Option<SmolStr>)>,
}

/// So many selections of a type are read that are made of several. A resource that only another one selects counts as
/// virtual.
const MOST_SELECTIONS: usize = 100;

/// What the query of a collector asks for, as far as it is read.
enum Selection {
    /// The title, a tag or another attribute is this text.
    Is(SmolStr, SmolStr),
    Both(Box<[Selection; 2]>),
    Either(Box<[Selection; 2]>),
    /// Whether it selects anything is not known.
    Unread,
}

impl Selection {
    fn read(context: &Context<'_>, query: ExprId) -> Self {
        let both = |[left, right]: [ExprId; 2]| {
            Box::new([Self::read(context, left), Self::read(context, right)])
        };
        match context.body.expr(query) {
            Expr::Parenthesized(inner) => Self::read(context, *inner),
            Expr::And { left, right } => Self::Both(both([*left, *right])),
            Expr::Or { left, right } => Self::Either(both([*left, *right])),
            Expr::Comparison {
                operator: ComparisonOperator::Equal,
                left,
                right,
            } => match (
                context.body.expr(*left),
                context.inference.result(*right).value(),
            ) {
                (Expr::QualifiedName(name), Some(Value::String(text))) => {
                    Self::Is(name.clone(), text.clone())
                }
                _ => Self::Unread,
            },
            _ => Self::Unread,
        }
    }

    /// Whether a resource is selected whatever is not known of it.
    fn includes(&self, declaration: &AttributeDeclaration) -> bool {
        match self {
            Self::Is(name, text) => {
                texts_of(declaration).any(|(of, it)| of == *name && it == *text)
            }
            Self::Both(parts) => parts.iter().all(|it| it.includes(declaration)),
            Self::Either(parts) => parts.iter().any(|it| it.includes(declaration)),
            Self::Unread => false,
        }
    }
}

/// The texts by which a query can select a resource, with the names of the attributes: its title, tags and others.
fn texts_of(declaration: &AttributeDeclaration) -> impl Iterator<Item = (SmolStr, SmolStr)> {
    let title = match &declaration.titles[..] {
        [title] => Some((SmolStr::new_static("title"), title.clone())),
        _ => None,
    };
    let is_text = |it: &Value| it.as_str().is_some();
    let attributes = declaration.given.iter().filter(move |it| match &*it.name {
        "title" => false,
        "tag" => true,
        _ => it.value.value().is_some_and(is_text),
    });
    let texts = attributes.flat_map(|given| {
        let values = given.value.value().into_iter().flat_map(Value::flattened);
        let texts = values.filter_map(Value::as_str);
        texts.map(|text| (given.name.clone(), SmolStr::from(text)))
    });
    title.into_iter().chain(texts)
}

impl Realized {
    fn select(&mut self, ty: SmolStr, selection: Selection) {
        if let Selection::Is(name, text) = selection {
            self.selected.insert((ty, name, text));
            return;
        }
        let selections = self.selections.entry(ty).or_default();
        if selections.len() < MOST_SELECTIONS {
            selections.push(selection);
        }
    }

    /// Whether a virtual resource becomes a real one, with the attributes that are declared.
    pub(super) fn includes(&self, declaration: &AttributeDeclaration) -> bool {
        let ty = &declaration.type_name;
        let mut titles = declaration.titles.iter();
        let is_real = self.types.contains(ty)
            || titles.any(|title| self.resources.contains(&(ty.clone(), title.clone())))
            || texts_of(declaration)
                .any(|(name, text)| self.selected.contains(&(ty.clone(), name, text)))
            || self
                .selections
                .get(ty)
                .is_some_and(|selections| selections.iter().any(|it| it.includes(declaration)));
        is_real && !self.overrides(declaration)
    }

    /// Whether a collector may put another value in the place of an attribute.
    fn overrides(&self, declaration: &AttributeDeclaration) -> bool {
        let ty = &declaration.type_name;
        let names = declaration.given.iter().map(|it| Some(it.name.clone()));
        names
            .chain([None])
            .any(|name| self.overriding.contains(&(ty.clone(), name)))
    }
}

/// Collectors, and calls of `realize`.
pub fn realized(context: &Context<'_>) -> Realized {
    let mut out = Realized::default();
    for it in context.reachable() {
        match it.expr {
            Expr::Collect {
                type_expr,
                query,
                operations,
            } => {
                let Some(ty) = reference_name(context, *type_expr) else {
                    continue;
                };
                if !operations.is_empty() {
                    let operated = operated(context, &it, Role::Collected, ty.clone(), operations);
                    let names = operated.given.into_iter().map(|it| Some(it.name));
                    let unknown = (!operated.is_complete).then_some(None);
                    out.overriding
                        .extend(names.chain(unknown).map(|name| (ty.clone(), name)));
                }
                match query.expr {
                    _ if it.is_conditional || query.kind != QueryKind::Virtual => {}
                    None => drop(out.types.insert(ty)),
                    Some(query) => out.select(ty, Selection::read(context, query)),
                }
            }
            Expr::CallNamedFunction { .. } if !it.is_conditional => {
                let call = Call::from_expr(context.body, it.id)
                    .filter(|call| call.name == Some("realize"));
                for argument in call.into_iter().flat_map(|call| call.arguments) {
                    out.resources
                        .extend(references(context.inference.result(argument)));
                }
            }
            _ => {}
        }
    }
    out
}

/// The resources that a value names, by type and title.
fn references(known: &Inferred) -> impl Iterator<Item = (SmolStr, SmolStr)> {
    let values = known.value().into_iter().flat_map(Value::flattened);
    values.filter_map(|value| match value {
        Value::Type(Type::Resource(resource)) => Some((
            canonical(resource.name.as_deref()?),
            resource.title.clone()?,
        )),
        _ => None,
    })
}
