//! Type aliases, resolved one by one when they are requested.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use puppet_db::{Db, Environment, File};
use puppet_hir::model::{BodyId, BodyOwner};
use puppet_types::expr::TypeExpr;
use puppet_types::{
    Doubt, Named, Relate, TypeContext, TypeReadError, acyclic_alias_definition, alias_definition,
    read_type, refine, unresolved,
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::index::item_tree::{Item, ItemKind, body, items};
use crate::resolve::name_resolver::NameResolver;
use crate::types::lower;

/// How many aliases may wait for each other.
const MAX_DEPTH: usize = 50;

/// How many names are looked up to resolve one alias.
const MAX_LOOKUPS: usize = 10_000;

/// What an alias means.
#[salsa::tracked]
pub fn alias_of(db: &dyn Db, environment: Environment, item: Item) -> Named {
    resolve_alias(db, environment, item).0
}

/// The first type alias of a file with which nothing is compared, because that would take too long.
#[salsa::tracked(returns(copy))]
pub fn first_too_complex(db: &dyn Db, environment: Environment, file: File) -> Option<BodyId> {
    let aliases = items(db, file)
        .iter()
        .filter(|entry| entry.kind == ItemKind::TypeAlias);
    let mut bodies = aliases.map(|entry| entry.item);
    bodies
        .find(|item| is_too_complex(db, environment, *item))
        .map(|item| item.body)
}

fn is_too_complex(db: &dyn Db, environment: Environment, item: Item) -> bool {
    let Named::Alias(alias) = alias_of(db, environment, item) else {
        return resolve_alias(db, environment, item).1;
    };
    let names = NameResolver::new(db, environment, item.file);
    let relate = Relate::new(&names);
    relate.assignable(&alias.resolved, &alias.resolved);
    relate.doubt() == Some(Doubt::TooDeep)
}

/// What an alias means, and whether that is unknown because it takes too long to resolve.
fn resolve_alias(db: &dyn Db, environment: Environment, item: Item) -> (Named, bool) {
    let resolver = AliasResolver {
        names: NameResolver::new(db, environment, item.file),
        items: RefCell::default(),
        states: RefCell::default(),
        depth: Cell::new(0),
        lookups: Cell::new(0),
        reached: Cell::new(usize::MAX),
        is_cut: Cell::new(false),
    };
    let named = resolver.alias(item);
    let is_cut = resolver.is_cut.get() && named == Named::Unknown;
    (named, is_cut)
}

/// The name and the right side of an alias, without positions.
#[salsa::tracked]
pub(super) fn right_side(
    db: &dyn Db,
    file: File,
    body_id: BodyId,
) -> Option<(SmolStr, Arc<TypeExpr>)> {
    let body = body(
        db,
        Item {
            file,
            body: body_id,
        },
    );
    let BodyOwner::TypeAlias {
        name,
        type_expr: Some(expr),
    } = body.definition()
    else {
        return None;
    };
    Some((name.clone(), Arc::new(lower::lower(&body, *expr))))
}

/// Resolves an alias, and the others that it needs, by itself: aliases may refer to each other in a circle, and which
/// of them is resolved first makes no difference.
struct AliasResolver<'db> {
    names: NameResolver<'db>,
    /// The aliases that names stand for.
    items: RefCell<FxHashMap<SmolStr, Option<Item>>>,
    states: RefCell<FxHashMap<Item, AliasState>>,
    depth: Cell<usize>,
    lookups: Cell<usize>,
    /// The outermost alias being resolved that the current one may lead back to, by its depth.
    reached: Cell<usize>,
    /// Was something left unknown because there is too much of it?
    is_cut: Cell<bool>,
}

#[derive(Clone)]
enum AliasState {
    /// At this depth.
    Resolving(usize),
    /// With the outermost alias that it may lead back to.
    Done(Named, usize),
}

impl AliasResolver<'_> {
    fn alias(&self, item: Item) -> Named {
        let Some((name, right_side)) = right_side(self.names.db(), item.file, item.body) else {
            return Named::Unknown;
        };
        let known = self.states.borrow().get(&item).cloned();
        let depth = self.depth.get();
        match known {
            Some(AliasState::Done(named, reached)) => {
                self.reach(reached);
                return named;
            }
            Some(AliasState::Resolving(depth)) => {
                self.reach(depth);
                return Named::Alias(Arc::new(unresolved(name.clone())));
            }
            None if depth >= MAX_DEPTH => return self.cut(),
            None => {}
        }
        self.set_state(item, AliasState::Resolving(depth));
        self.depth.set(depth + 1);
        let around = self.reached.replace(usize::MAX);
        let named = self.resolve(name, right_side, item);
        self.depth.set(depth);
        // What leads back to this alias only does not lead out of it.
        let reached = Some(self.reached.get()).filter(|it| *it < depth);
        let reached = reached.unwrap_or(usize::MAX);
        self.reached.set(around.min(reached));
        self.set_state(item, AliasState::Done(named.clone(), reached));
        named
    }

    fn set_state(&self, item: Item, state: AliasState) {
        self.states.borrow_mut().insert(item, state);
    }

    /// Notes that the current alias may lead back to one that is being resolved.
    fn reach(&self, depth: usize) {
        self.reached.set(self.reached.get().min(depth));
    }

    fn cut(&self) -> Named {
        self.is_cut.set(true);
        Named::Unknown
    }

    fn item(&self, name: &str) -> Option<Item> {
        if let Some(item) = self.items.borrow().get(name) {
            return *item;
        }
        let item = self.names.alias(name);
        self.items.borrow_mut().insert(name.into(), item);
        item
    }

    fn resolve(&self, name: &SmolStr, right_side: &TypeExpr, item: Item) -> Named {
        if is_object(right_side) {
            return Named::Unknown;
        }
        let right_side = read_type(self, right_side);
        let is_read = right_side.is_ok();
        let alias = right_side.and_then(|ty| match self.reached.get() {
            usize::MAX => acyclic_alias_definition(self, name.clone(), &ty),
            _ => alias_definition(self, name.clone(), ty),
        });
        let alias = match alias {
            Ok(alias) => alias,
            Err(TypeReadError::Refused(message)) => return Named::Invalid(message.into()),
            Err(TypeReadError::PuppetBreaks) => return Named::Invalid("cannot be resolved".into()),
            Err(TypeReadError::Undecidable) if is_read => return self.cut(),
            Err(TypeReadError::Undecidable) => return Named::Unknown,
        };
        if !alias.self_recursive {
            return Named::Alias(Arc::new(alias));
        }
        // The others of the circle were resolved while this one was not: now they can say more.
        let known = Named::Alias(Arc::new(alias.clone()));
        self.set_state(item, AliasState::Done(known, 0));
        Named::Alias(Arc::new(refine(self, &alias)))
    }
}

/// Whether a definition is one of an object type.
pub(crate) fn is_object_type(db: &dyn Db, item: Item) -> bool {
    right_side(db, item.file, item.body)
        .as_ref()
        .is_some_and(|(_, right_side)| is_object(right_side))
}

/// Puppet makes an object type, and no alias, of `Object[{…}]` and of a hash.
fn is_object(right_side: &TypeExpr) -> bool {
    match right_side {
        TypeExpr::Hash(_) => true,
        TypeExpr::Access { left, .. } => {
            matches!(&**left, TypeExpr::Name(name) if name == "Object" || name == "TypeSet")
        }
        _ => false,
    }
}

impl TypeContext for AliasResolver<'_> {
    fn lookup(&self, name: &str) -> Named {
        let lookups = self.lookups.get() + 1;
        self.lookups.set(lookups);
        if lookups > MAX_LOOKUPS {
            return self.cut();
        }
        match self.item(name) {
            Some(item) => self.alias(item),
            None => {
                let named = self.names.lookup_other(name);
                if let Named::Object(_) | Named::TypeSet(_) = named {
                    // The types of its attributes may be any alias.
                    self.reach(0);
                }
                named
            }
        }
    }
}
