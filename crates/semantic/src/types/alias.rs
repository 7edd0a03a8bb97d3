//! Type aliases: what they stand for, resolved one by one when they are requested.

use std::cell::RefCell;
use std::sync::Arc;

use puppet_db::{Db, Environment, File};
use puppet_hir::model::{BodyId, Definition};
use puppet_types::expr::TypeExpr;
use puppet_types::{
    Named, ReadError, TypeContext, alias_definition, read_type, refine, unresolved,
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::index::item_tree::{Item, body};
use crate::resolve::resolver::NameResolver;
use crate::types::lower;

/// How many aliases may wait for each other.
const MAX_DEPTH: usize = 50;

/// What an alias means.
#[salsa::tracked]
pub fn alias_of(db: &dyn Db, environment: Environment, item: Item) -> Named {
    let names = NameResolver::new(db, environment, item.file);
    Resolver {
        names,
        states: RefCell::default(),
        depth: RefCell::default(),
    }
    .alias(item)
}

/// The name and the right side of an alias, without positions.
#[salsa::tracked]
fn right_side(db: &dyn Db, file: File, body_id: BodyId) -> Option<(SmolStr, Arc<TypeExpr>)> {
    let body = body(
        db,
        Item {
            file,
            body: body_id,
        },
    );
    let Definition::TypeAlias {
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
struct Resolver<'db> {
    names: NameResolver<'db>,
    states: RefCell<FxHashMap<Item, State>>,
    depth: RefCell<usize>,
}

#[derive(Clone)]
enum State {
    Resolving,
    Done(Named),
}

impl Resolver<'_> {
    fn alias(&self, item: Item) -> Named {
        let Some((name, right_side)) = right_side(self.names.db(), item.file, item.body) else {
            return Named::Unknown;
        };
        let known = self.states.borrow().get(&item).cloned();
        match known {
            Some(State::Done(named)) => return named,
            Some(State::Resolving) => return Named::Alias(Arc::new(unresolved(name.clone()))),
            None if *self.depth.borrow() >= MAX_DEPTH => return Named::Unknown,
            None => {}
        }
        self.states.borrow_mut().insert(item, State::Resolving);
        *self.depth.borrow_mut() += 1;
        let named = self.resolve(name, right_side, item);
        *self.depth.borrow_mut() -= 1;
        self.states
            .borrow_mut()
            .insert(item, State::Done(named.clone()));
        named
    }

    fn resolve(&self, name: &SmolStr, right_side: &TypeExpr, item: Item) -> Named {
        if is_object(right_side) {
            return Named::Unknown;
        }
        let alias = read_type(self, right_side)
            .and_then(|right_side| alias_definition(self, name.clone(), right_side));
        let alias = match alias {
            Ok(alias) => alias,
            Err(ReadError::Refused(message)) => return Named::Invalid(message.into()),
            Err(ReadError::PuppetBreaks) => return Named::Invalid("cannot be resolved".into()),
            Err(ReadError::Undecidable) => return Named::Unknown,
        };
        if !alias.self_recursive {
            return Named::Alias(Arc::new(alias));
        }
        // The others of the circle were resolved while this one was not: now they can say more.
        let known = Named::Alias(Arc::new(alias.clone()));
        self.states.borrow_mut().insert(item, State::Done(known));
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

impl TypeContext for Resolver<'_> {
    fn lookup(&self, name: &str) -> Named {
        match self.names.alias(name) {
            Some(item) => self.alias(item),
            None => self.names.lookup_other(name),
        }
    }
}
