//! Resolution of the names of types, for the relations between types.

use puppet_db::{Db, Environment, File};
use puppet_types::{Named, TypeContext};
use smol_str::SmolStr;

use crate::index::file_origin::{Role, owner};
use crate::index::item_tree::{Item, ItemKind, canonical};
use crate::resolve::module_items::{Resolution, defined_in, resolve, resolve_canonical};
use crate::resource_types::existence;
use crate::types::alias::alias_of;
use crate::types::ruby_object_types::object_type;
use puppet_text::capitalized;

/// The names that are visible from a file. Definitions are looked up on access.
pub struct NameResolver<'db> {
    db: &'db dyn Db,
    environment: Environment,
    file: File,
}

impl<'db> NameResolver<'db> {
    /// The names that can be seen from a file of an environment.
    #[must_use]
    pub fn new(db: &'db dyn Db, environment: Environment, file: File) -> Self {
        Self {
            db,
            environment,
            file,
        }
    }

    /// The database.
    #[must_use]
    pub fn db(&self) -> &'db dyn Db {
        self.db
    }

    /// The environment.
    #[must_use]
    pub fn environment(&self) -> Environment {
        self.environment
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> File {
        self.file
    }

    /// What a name stands for.
    #[must_use]
    pub fn resolve(&self, kind: ItemKind, name: &str) -> Resolution {
        resolve(self.db, self.environment, self.file, kind, name)
    }

    /// Whether a name stands for something that is here.
    #[must_use]
    pub fn has(&self, kind: ItemKind, name: &str) -> bool {
        self.resolve(kind, name).item().is_some()
    }

    /// The type alias that a name stands for. A defined type of the same name hides that of a module: the loader of
    /// resource types comes first (`Puppet::Pops::Loader::Runtime3TypeLoader`). Those of a site's manifests are there
    /// before anything is loaded.
    pub fn alias(&self, name: &str) -> Option<Item> {
        let name = canonical(name);
        let kinds = [ItemKind::TypeAlias, ItemKind::DefinedType];
        let is_own = |kind: &ItemKind| defined_in(self.db, self.file, *kind, &name).is_some();
        if !kinds.iter().any(is_own) {
            return visible_alias(self.db, self.environment, name);
        }
        unless_hidden(self.db, |kind| self.resolve(kind, &name).item())
    }

    /// What a name means that is no type alias.
    pub(crate) fn lookup_other(&self, name: &str) -> Named {
        match self.resolve(ItemKind::DefinedType, name) {
            Resolution::Found(_) => Named::Resource(capitalized(&canonical(name)).into()),
            Resolution::Absent | Resolution::Unknown => {
                let name = canonical(name);
                match existence::is_resource_plugin(self, &name) {
                    true => Named::Resource(capitalized(&name).into()),
                    // Data types may come from Ruby, or from modules that are not here.
                    false => object_type(self.db, self.environment, name),
                }
            }
        }
    }
}

/// The type alias of a canonical name, as seen from the environment.
#[salsa::tracked(returns(copy))]
fn visible_alias(db: &dyn Db, environment: Environment, name: SmolStr) -> Option<Item> {
    unless_hidden(db, |kind| {
        resolve_canonical(db, environment, kind, name.clone()).item()
    })
}

/// The type alias that a name resolves to, if no defined type of the name hides it.
fn unless_hidden(db: &dyn Db, resolve: impl Fn(ItemKind) -> Option<Item>) -> Option<Item> {
    let alias = resolve(ItemKind::TypeAlias)?;
    let is_of_module = owner(db, alias.file).is_some_and(|it| it.role == Role::Module);
    let is_hidden = is_of_module && resolve(ItemKind::DefinedType).is_some();
    (!is_hidden).then_some(alias)
}

impl TypeContext for NameResolver<'_> {
    fn lookup(&self, name: &str) -> Named {
        match self.alias(name) {
            Some(item) => alias_of(self.db, self.environment, item).clone(),
            None => self.lookup_other(name),
        }
    }
}
