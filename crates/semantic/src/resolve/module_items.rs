//! The definitions of modules: the one that a name resolves to by the autoload rules.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, Module, ModuleOrigin, is_git_ignored};
use puppet_project::autoload;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::index::definition_prefilter::possible_files;
use crate::index::file_origin::{is_example, path_in_module};
use crate::index::item_tree::{Item, ItemKind, items};
use crate::similar_name::is_near_to;
use puppet_text::closest;

/// The result of resolving a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Resolution {
    /// This.
    Found(Item),
    /// Nothing: the module is here, all its files can be read, and none defines the name.
    Absent,
    /// It cannot be known: the module is not here, cannot be read in full, or is deployed with files that Git ignores.
    Unknown,
}

/// Among how many items of a file a name is looked for one by one.
const FEW_ITEMS: usize = 8;

impl Resolution {
    /// The item, if there is one.
    #[must_use]
    pub fn item(self) -> Option<Item> {
        match self {
            Self::Found(item) => Some(item),
            Self::Absent | Self::Unknown => None,
        }
    }
}

/// What a name stands for, as seen from a file: loose files and examples, which are applied by hand, see themselves, and
/// whatever a file is loaded for, the functions and type aliases in it exist from then on.
///
/// `name` may be written in any case and with leading `::`.
pub fn resolve(
    db: &dyn Db,
    environment: Environment,
    from: File,
    kind: ItemKind,
    name: &str,
) -> Resolution {
    let name = crate::index::item_tree::canonical(name);
    let sees_itself = || {
        matches!(kind, ItemKind::Function | ItemKind::TypeAlias)
            || environment.loose(db).contains(&from)
            || is_example(db, from)
    };
    if let Some(item) = defined_in(db, from, kind, &name)
        && sees_itself()
    {
        return Resolution::Found(item);
    }
    resolve_canonical(db, environment, kind, name)
}

/// The same for a canonical name, as seen from the environment.
#[salsa::tracked(returns(copy))]
pub fn resolve_canonical(
    db: &dyn Db,
    environment: Environment,
    kind: ItemKind,
    name: SmolStr,
) -> Resolution {
    if let Some(item) = site_items(db, environment).get(&(kind, name.clone())) {
        return Resolution::Found(*item);
    }
    let module = autoload::defining_module(kind.autoloaded(), &name);
    let Some(module) = module_named(db, environment, &module) else {
        let item = beside_main_class(db, environment, kind, &name);
        return item.map_or(Resolution::Unknown, Resolution::Found);
    };
    let mut is_left_out = false;
    for path in autoload::candidates(kind.autoloaded(), &name) {
        let Some(file) = module_files(db, module).get(&*path) else {
            is_left_out |= is_git_ignored(db, environment, module, &path);
            continue;
        };
        if let Some(item) = defined_in(db, *file, kind, &name) {
            return Resolution::Found(item);
        }
    }
    let may_lack = || {
        has_other_versions(db, module) && !is_near_to(&name, similar_in(db, module, kind, &name))
    };
    if !is_left_out && is_absent(db, module, kind, &name) && !may_lack() {
        Resolution::Absent
    } else {
        Resolution::Unknown
    }
}

/// The class or defined type of a name that belongs to no module, beside a module's main class: `mysql_base` in the
/// `init.pp` of `mysql`. Puppet finds it once that file is loaded, and refuses names there that start otherwise
/// (`Checker4_0#internal_check_file_namespace`).
fn beside_main_class(
    db: &dyn Db,
    environment: Environment,
    kind: ItemKind,
    name: &str,
) -> Option<Item> {
    let kind = Some(kind).filter(|kind| matches!(kind, ItemKind::Class | ItemKind::DefinedType))?;
    let mut starts = name.char_indices().skip(1).map(|(at, _)| &name[..at]);
    starts.find_map(|start| {
        let module = module_named(db, environment, start)?;
        let main = *module_files(db, module).get("manifests/init.pp")?;
        defined_in(db, main, kind, name)
    })
}

/// Functions and types may also come from Ruby; classes and defined types cannot. A definition in an unexpected file is
/// found by Puppet only if that file happens to be loaded before.
fn is_absent(db: &dyn Db, module: Module, kind: ItemKind, name: &str) -> bool {
    let is_readable = |file: File| {
        defined_in(db, file, kind, name).is_none() && !puppet_db::has_syntax_errors(db, file)
    };
    matches!(kind, ItemKind::Class | ItemKind::DefinedType)
        && possible_files(db, module, name).is_some_and(|it| it.into_iter().all(is_readable))
}

/// The item that a file defines under a canonical name.
pub fn defined_in(db: &dyn Db, file: File, kind: ItemKind, name: &str) -> Option<Item> {
    let items = items(db, file);
    if items.len() > FEW_ITEMS {
        return items_by_name(db, file).get(&(kind, name.into())).copied();
    }
    items
        .iter()
        .find(|item| item.kind == kind && item.name == name)
        .map(|item| item.item)
}

/// The items of a file by their names, the first of each.
#[salsa::tracked]
fn items_by_name(db: &dyn Db, file: File) -> Arc<FxHashMap<(ItemKind, SmolStr), Item>> {
    let mut found = FxHashMap::default();
    for item in items(db, file) {
        found
            .entry((item.kind, item.name.clone()))
            .or_insert(item.item);
    }
    Arc::new(found)
}

/// The names of one kind that a module defines, wherever in it, in order.
#[salsa::tracked(returns(clone))]
pub fn names_in_module(db: &dyn Db, module: Module, kind: ItemKind) -> Arc<[SmolStr]> {
    let items = module.files(db).iter().flat_map(|file| items(db, *file));
    let mut names: Vec<SmolStr> = items
        .filter(|item| item.kind == kind)
        .map(|item| item.name.clone())
        .collect();
    names.sort();
    names.into()
}

/// What the manifests that are always loaded define.
#[salsa::tracked]
pub fn site_items(
    db: &dyn Db,
    environment: Environment,
) -> Arc<FxHashMap<(ItemKind, SmolStr), Item>> {
    let mut found = FxHashMap::default();
    for file in environment.manifests(db).iter() {
        for (name, item) in items_by_name(db, *file).iter() {
            found.entry(name.clone()).or_insert(*item);
        }
    }
    Arc::new(found)
}

/// The names of one kind that the manifests define which are always loaded.
pub fn site_names(db: &dyn Db, environment: Environment, kind: ItemKind) -> Vec<SmolStr> {
    let items = site_items(db, environment);
    let of_kind = items.keys().filter(|(it, _)| *it == kind);
    let mut names: Vec<SmolStr> = of_kind.map(|(_, name)| name.clone()).collect();
    names.sort_unstable();
    names
}

/// The module of an environment with this name.
pub fn module_named(db: &dyn Db, environment: Environment, name: &str) -> Option<Module> {
    modules(db, environment).get(name).copied()
}

#[salsa::tracked]
fn modules(db: &dyn Db, environment: Environment) -> Arc<FxHashMap<SmolStr, Module>> {
    let mut modules = FxHashMap::default();
    for module in environment.modules(db).iter() {
        modules
            .entry(SmolStr::from(&**module.name(db)))
            .or_insert(*module);
    }
    Arc::new(modules)
}

/// The name of a definition of a module that is most like one which the module does not have.
pub(crate) fn similar_in(
    db: &dyn Db,
    module: Module,
    kind: ItemKind,
    name: &str,
) -> Option<SmolStr> {
    let known = names_in_module(db, module, kind);
    closest(name, known.iter().map(SmolStr::as_str)).map(SmolStr::from)
}

/// Whether a module is known in one of several versions that would do, or stands in for one: it may lack what others have.
pub fn has_other_versions(db: &dyn Db, module: Module) -> bool {
    let origin = module.origin(db);
    origin.is_installed() || origin.is_open_stub() || is_stand_in(db, module)
}

/// Where the modules are that the tests of a module need.
const FIXTURES: &str = "/spec/fixtures/modules/";

/// Whether a module has been written for tests, in the place of one that is published and so has metadata: with a few of
/// its definitions only.
fn is_stand_in(db: &dyn Db, module: Module) -> bool {
    module.origin(db) == ModuleOrigin::Dependency
        && module.metadata(db).is_none()
        && module.root(db).contains(FIXTURES)
}

/// The manifest, template or Ruby file of a module at a path within it.
pub fn module_file(db: &dyn Db, module: Module, path: &str) -> Option<File> {
    module_files(db, module).get(path).copied()
}

/// The manifests of a module by their paths within it.
#[salsa::tracked]
fn module_files(db: &dyn Db, module: Module) -> Arc<FxHashMap<SmolStr, File>> {
    let files = module.files(db).iter();
    Arc::new(
        files
            .filter_map(|file| Some((path_in_module(db, module, *file)?.into(), *file)))
            .collect(),
    )
}
