//! Definitions of object types that Puppet refuses.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_types::{Named, ObjectType, TypeContext, object_definition};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::index::item_tree::Item;
use crate::resolve::name_resolver::NameResolver;
use crate::types::alias::{is_object_type, right_side};

/// How many object types may wait for each other.
const MAX_DEPTH: usize = 50;

/// How many names are looked up for one object type.
const MAX_LOOKUPS: usize = 10_000;

/// Why Puppet refuses the definition of an object type, if it certainly does; `None` for a type alias.
pub fn object_refusal(db: &dyn Db, environment: Environment, item: Item) -> Option<&SmolStr> {
    let refusal = || refusal(db, environment, item).as_ref();
    is_object_type(db, item).then(refusal).flatten()
}

#[salsa::tracked]
fn refusal(db: &dyn Db, environment: Environment, item: Item) -> Option<SmolStr> {
    let objects = Objects {
        names: NameResolver::new(db, environment, item.file),
        known: RefCell::default(),
        depth: Cell::new(0),
        lookups: Cell::new(0),
    };
    match objects.object(item) {
        Named::Invalid(message) => Some(SmolStr::from(&*message)),
        _ => None,
    }
}

/// The object types that one needs, with their members. The inference knows nothing of object types.
struct Objects<'db> {
    names: NameResolver<'db>,
    /// What is known of those that were looked at; of one that waits for others, its name.
    known: RefCell<FxHashMap<Item, Named>>,
    depth: Cell<usize>,
    lookups: Cell<usize>,
}

impl Objects<'_> {
    fn object(&self, item: Item) -> Named {
        if let Some(known) = self.known.borrow().get(&item) {
            return known.clone();
        }
        let Some((name, right_side)) = right_side(self.names.db(), item.file, item.body) else {
            return Named::Unknown;
        };
        if self.depth.get() >= MAX_DEPTH {
            return Named::Unknown;
        }
        let waiting = Named::Object(Arc::new(ObjectType::from_name(name.clone())));
        self.known.borrow_mut().insert(item, waiting);
        self.depth.set(self.depth.get() + 1);
        let named = object_definition(self, name, right_side).unwrap_or(Named::Unknown);
        self.depth.set(self.depth.get() - 1);
        self.known.borrow_mut().insert(item, named.clone());
        named
    }
}

impl TypeContext for Objects<'_> {
    fn lookup(&self, name: &str) -> Named {
        self.lookups.set(self.lookups.get() + 1);
        if self.lookups.get() > MAX_LOOKUPS {
            return Named::Unknown;
        }
        let object = self.names.alias(name);
        match object.filter(|item| is_object_type(self.names.db(), *item)) {
            // What is wrong in another one is reported there.
            Some(item) => match self.object(item) {
                Named::Invalid(_) => Named::Unknown,
                named => named,
            },
            None => self.names.lookup(name),
        }
    }
}
