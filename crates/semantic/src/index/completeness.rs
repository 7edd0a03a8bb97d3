//! Completeness of the workspace: everything is on disk that could define a name without a module in it.
//!
//! Resource types, data types and functions with such names may come from any module. A name certainly means nothing only
//! if no module is missing that the file names or needs.

use std::sync::Arc;

use puppet_data::environment_conf;
use puppet_db::{Db, Environment, File, Module, Workspace, is_git_submodule};
use puppet_project::autoload;
use puppet_project::metadata::{Metadata, module_part};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::index::file_origin::{Role, owner};
use crate::index::item_tree::items;
use crate::index::module_dependencies::{
    OWN, modules_of_fixtures, modules_of_puppetfile, used_modules,
};
use crate::resolve::module_items::{has_other_versions, module_named, site_items};
use crate::ruby::plugins::{PluginKind, plugin};
use crate::similar_name::is_near_to;
use puppet_text::differs_by_a_letter;

/// How much is on disk of what could define a name without a module in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// Everything that a file may use is on disk: an undefined name is an error.
    Whole,
    /// All that is declared, while there is more: the code uses modules that are not here (metadata is seldom complete),
    /// there is no metadata and no other module, directories of the module path are not here or empty, or a module is
    /// here in one of several versions that would do. A name that is nowhere is a typo if it is similar to one that is
    /// here, and may otherwise come from there.
    Declared,
    /// The same, where newer versions may be meant than those that are described: a name is a typo if it differs by one
    /// letter from one that is here.
    Described,
    /// Modules are missing that the file is known to need.
    Partial,
}

impl Completeness {
    /// Whether a name is certainly wrong that is nowhere, where the given one of those that are somewhere is most like it.
    pub fn is_absent(self, name: &str, similar: impl FnOnce() -> Option<SmolStr>) -> bool {
        match self {
            Completeness::Whole => true,
            Completeness::Declared => is_near_to(name, similar()),
            Completeness::Described => {
                similar().is_some_and(|similar| differs_by_a_letter(name, &similar))
            }
            Completeness::Partial => false,
        }
    }
}

/// The modules that a file needs and that are not on disk: those that its module declares in its `metadata.json` and its
/// fixtures, and its environment in the `Puppetfile`, and those that they declare in turn. A file or module that declares
/// nothing needs the modules whose names it uses.
///
/// `None` when nothing is known about where names come from.
pub fn missing_modules(
    db: &dyn Db,
    environment: Environment,
    file: File,
) -> Option<Arc<FxHashSet<SmolStr>>> {
    let owner = owner(db, file)?;
    match (owner.role, owner.module) {
        (Role::Module, Some(module)) => Some(missing_of_module(db, environment, module)),
        _ if environment.modules(db).is_empty() => None,
        _ => Some(missing_of_file(db, environment, file)),
    }
}

/// How much is on disk of what could define a name without a module in it, as seen from a file.
pub fn completeness(db: &dyn Db, environment: Environment, file: File) -> Completeness {
    match availability(db, environment, file) {
        ModuleCompleteness::Missing => return Completeness::Partial,
        ModuleCompleteness::Described => return Completeness::Described,
        ModuleCompleteness::Installed => return Completeness::Declared,
        ModuleCompleteness::Known => {}
    }
    let module = owner(db, file).and_then(|owner| owner.module);
    let may_use_more = || module.is_some_and(|module| may_use_more(db, environment, module));
    let lacks_directories = || {
        let mut outside = environment.outside(db).iter();
        !environment.missing_directories(db).is_empty()
            || !environment.awaited(db).is_empty()
            || outside.any(|path| path.setting == "modulepath")
    };
    match lacks_directories() || may_use_more() {
        true => Completeness::Declared,
        false => Completeness::Whole,
    }
}

/// How much is known of the modules that a file needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ModuleCompleteness {
    /// All of them are on disk, or known in all versions that may be meant.
    Known,
    /// Some are here as they are installed on this machine: other versions may be meant.
    Installed,
    /// Of some, versions may be meant that are newer than those that are described.
    Described,
    /// Some are not there, or nothing is known about them.
    Missing,
}

/// How much is known of the [`missing_modules`] and the others that a file needs.
fn availability(db: &dyn Db, environment: Environment, file: File) -> ModuleCompleteness {
    match owner(db, file).map(|owner| (owner.role, owner.module)) {
        Some((Role::Module, Some(module))) => availability_to_module(db, environment, module),
        Some(_) if !environment.modules(db).is_empty() => {
            availability_to_file(db, environment, file)
        }
        _ => ModuleCompleteness::Missing,
    }
}

/// The same for all files of a module. Of one without metadata, no more files are read than are needed to tell.
#[salsa::tracked(returns(copy))]
fn availability_to_module(
    db: &dyn Db,
    environment: Environment,
    module: Module,
) -> ModuleCompleteness {
    let mut search = MissingModuleSearch::new(db, environment);
    let name = module.name(db);
    if module_named(db, environment, name) == Some(module) {
        // Its own files are looked at below.
        search.seen.insert((&**name).into());
    }
    let mut misses = |names: &FxHashSet<SmolStr>| search.missing(names).next().is_some();
    let is_missing = misses(&modules_of_fixtures(db, environment, module))
        || misses(&modules_of_puppetfile(db, environment))
        || match module.metadata(db) {
            Some(_) => misses(&needed_modules(db, module)),
            None => {
                let mut files = module.files(db).iter();
                files.any(|file| misses(&used_modules(db, *file)))
                    || declares_nothing(db, environment)
                        && misses_what_the_site_uses(db, environment)
            }
        };
    search.availability(is_missing)
}

/// The same for a file that belongs to no module.
#[salsa::tracked(returns(copy))]
fn availability_to_file(db: &dyn Db, environment: Environment, file: File) -> ModuleCompleteness {
    let mut search = MissingModuleSearch::new(db, environment);
    let is_missing = search
        .missing(&modules_for_file(db, environment, file))
        .next()
        .is_some();
    search.availability(is_missing)
}

/// Whether no file of an environment says which modules it needs. Then what one module uses is there for all.
#[salsa::tracked(returns(copy))]
fn declares_nothing(db: &dyn Db, environment: Environment) -> bool {
    let modules = environment.modules(db).iter();
    environment.declaring(db).is_empty()
        && modules
            .filter(|module| !module.origin(db).is_stub())
            .all(|module| module.metadata(db).is_none())
}

/// Whether the code of an environment, in a manifest of the site or in a module, names a module that is not there.
#[salsa::tracked(returns(copy))]
fn misses_what_the_site_uses(db: &dyn Db, environment: Environment) -> bool {
    let of_modules = environment.modules(db).iter();
    let of_modules = of_modules.flat_map(|module| module.files(db).iter());
    let mut files = environment.manifests(db).iter().chain(of_modules);
    let mut search = MissingModuleSearch::new(db, environment);
    files.any(|file| search.missing(&used_modules(db, *file)).next().is_some())
}

/// Whether there may be more than what a module declares, or than what is here of that.
#[salsa::tracked(returns(copy))]
fn may_use_more(db: &dyn Db, environment: Environment, module: Module) -> bool {
    let modules = environment.modules(db);
    let is_environment = |other: &Module| other.root(db) == environment.root(db);
    let mut others = modules.iter().filter(|other| **other != module);
    module.metadata(db).is_none() && others.all(is_environment)
        || uses_missing_modules(db, environment, module)
}

/// Whether the code of a module uses names of modules that are not on disk.
fn uses_missing_modules(db: &dyn Db, environment: Environment, module: Module) -> bool {
    module.files(db).iter().any(|file| {
        let named = used_modules(db, *file);
        named
            .iter()
            .any(|name| module_named(db, environment, name).is_none() && !is_builtin_module(name))
    })
}

/// Whether Ruby code in another place of what is open defines a name.
pub fn is_plugin_beside(
    db: &dyn Db,
    environment: Environment,
    kinds: &[PluginKind],
    name: &str,
) -> bool {
    environments_beside(db, environment).any(|beside| {
        let mut kinds = kinds.iter();
        kinds.any(|kind| plugin(db, beside, *kind, name).is_some())
    })
}

/// Whether a module that is not in an environment is in another place of what is open, or a submodule of Git that is not
/// checked out.
pub fn is_module_beside(db: &dyn Db, environment: Environment, module: &str) -> bool {
    environments_beside(db, environment).any(|beside| module_named(db, beside, module).is_some())
        || is_git_submodule(db, environment, module)
}

fn environments_beside(db: &dyn Db, environment: Environment) -> impl Iterator<Item = Environment> {
    let all = Workspace::try_get(db).map_or(&[][..], |it| &**it.environments(db));
    let all = all.iter().copied();
    all.filter(move |beside| *beside != environment)
}

/// Whether something says that there is a module of a name: the Puppetfile, the fixtures of the module that the file is
/// in, or any `metadata.json`.
pub fn is_declared(db: &dyn Db, environment: Environment, file: File, module: &str) -> bool {
    let own = owner(db, file).and_then(|owner| owner.module);
    let mut modules = environment.modules(db).iter();
    modules_of_puppetfile(db, environment).contains(module)
        || own.is_some_and(|own| modules_of_fixtures(db, environment, own).contains(module))
        || modules.any(|other| {
            other.metadata(db).is_some() && needed_modules(db, *other).contains(module)
        })
}

/// Whether a module is certainly not there, as seen from a manifest of a site: the module path is written down as a
/// whole, no directory of it has the module, no module needs it, and all else is there that the site names and that the
/// modules which it uses need.
///
/// In the code of a module this is never certain: where it is used, there may be others.
pub fn is_module_missing(db: &dyn Db, environment: Environment, file: File, name: &str) -> bool {
    let module = autoload::module_name(name);
    let is_site = owner(db, file).is_some_and(|owner| owner.role == Role::Site);
    is_site
        && autoload::is_module_directory_name(&module)
        && !OWN.contains(&&*module)
        && module_named(db, environment, &module).is_none()
        && !is_builtin_module(&module)
        && !is_git_submodule(db, environment, &module)
        && is_module_path_whole(db, environment)
        && !environment.modules(db).is_empty()
        && environment.missing_directories(db).is_empty()
        && environment.outside(db).is_empty()
        && missing_of_site(db, environment, file)
            .iter()
            .all(|missing| **missing == *module)
        && !is_needed(db, environment, &module)
}

/// Whether all code that is compiled with an environment's data is on disk: the modules of its `Puppetfile`, those that its
/// own manifests and modules name, and those that they need in turn.
#[salsa::tracked(returns(copy))]
pub fn is_environment_whole(db: &dyn Db, environment: Environment) -> bool {
    let modules = environment.modules(db);
    let has_one_version = |module: &Module| !has_other_versions(db, *module);
    let mut named = FxHashSet::clone(&modules_of_puppetfile(db, environment));
    for file in environment.manifests(db).iter() {
        named.extend(used_modules(db, *file).iter().cloned());
    }
    for module in modules.iter() {
        named.extend(needed_modules(db, *module).iter().cloned());
    }
    for (_, name) in site_items(db, environment).keys() {
        named.remove(&*autoload::module_name(name));
    }
    !modules.is_empty()
        && modules.iter().all(|module| !module.origin(db).is_stub())
        && environment.missing_directories(db).is_empty()
        && environment.outside(db).is_empty()
        && modules.iter().all(has_one_version)
        && missing_among(db, environment, &named).is_empty()
}

/// Whether all directories of the module path are known: by the user's settings, or by an `environment.conf` that has no
/// variables in it. A server adds `$basemodulepath`, with modules that may be there alone.
#[salsa::tracked(returns(copy))]
fn is_module_path_whole(db: &dyn Db, environment: Environment) -> bool {
    let written = environment.conf(db).and_then(|conf| {
        let conf = environment_conf::parse(conf.text(db));
        Some(!conf.get("modulepath")?.value.contains('$'))
    });
    written == Some(true) || !environment.settings(db).module_path.is_empty()
}

/// Whether the `metadata.json` of some module names a module.
fn is_needed(db: &dyn Db, environment: Environment, name: &str) -> bool {
    let modules = environment.modules(db).iter();
    modules
        .filter(|module| module.metadata(db).is_some())
        .any(|module| needed_modules(db, *module).contains(name))
}

/// The same as [`missing_modules`] for all manifests of a site together.
#[salsa::tracked(returns(clone))]
fn missing_of_site(db: &dyn Db, environment: Environment, file: File) -> Arc<FxHashSet<SmolStr>> {
    let mut missing = FxHashSet::clone(&missing_of_file(db, environment, file));
    for file in environment.manifests(db).iter() {
        missing.extend(missing_of_file(db, environment, *file).iter().cloned());
    }
    Arc::new(missing)
}

#[salsa::tracked(returns(clone))]
fn missing_of_module(
    db: &dyn Db,
    environment: Environment,
    module: Module,
) -> Arc<FxHashSet<SmolStr>> {
    let mut needed = FxHashSet::clone(&needed_modules(db, module));
    needed.extend(modules_of_fixtures(db, environment, module).iter().cloned());
    needed.extend(modules_of_puppetfile(db, environment).iter().cloned());
    missing_among(db, environment, &needed)
}

#[salsa::tracked(returns(clone))]
fn missing_of_file(db: &dyn Db, environment: Environment, file: File) -> Arc<FxHashSet<SmolStr>> {
    missing_among(db, environment, &modules_for_file(db, environment, file))
}

/// The modules that a file of no module names, and those of the `Puppetfile`.
fn modules_for_file(db: &dyn Db, environment: Environment, file: File) -> FxHashSet<SmolStr> {
    let mut named = FxHashSet::clone(&used_modules(db, file));
    // What the site itself defines needs no module.
    for item in items(db, file) {
        named.remove(&*autoload::module_name(&item.name));
    }
    for (_, name) in site_items(db, environment).keys() {
        named.remove(&*autoload::module_name(name));
    }
    named.extend(modules_of_puppetfile(db, environment).iter().cloned());
    named
}

/// Those of some modules, and of what they need, that are not there.
fn missing_among(
    db: &dyn Db,
    environment: Environment,
    names: &FxHashSet<SmolStr>,
) -> Arc<FxHashSet<SmolStr>> {
    Arc::new(
        MissingModuleSearch::new(db, environment)
            .missing(names)
            .collect(),
    )
}

/// A search for modules that are not there.
struct MissingModuleSearch<'a> {
    db: &'a dyn Db,
    environment: Environment,
    /// The modules that were or will be looked for.
    seen: FxHashSet<SmolStr>,
    waiting: Vec<SmolStr>,
    /// The worst of the modules that were found.
    found: ModuleCompleteness,
}

impl<'a> MissingModuleSearch<'a> {
    fn new(db: &'a dyn Db, environment: Environment) -> Self {
        Self {
            db,
            environment,
            seen: FxHashSet::default(),
            waiting: Vec::new(),
            found: ModuleCompleteness::Known,
        }
    }

    /// The result of the search, where some module `is_missing`.
    fn availability(&self, is_missing: bool) -> ModuleCompleteness {
        match is_missing {
            true => ModuleCompleteness::Missing,
            false => self.found,
        }
    }

    /// Those of some modules, and of what they need, that are not there and were not looked for before.
    fn missing(&mut self, names: &FxHashSet<SmolStr>) -> impl Iterator<Item = SmolStr> {
        self.look_for(names);
        std::iter::from_fn(|| {
            while let Some(name) = self.waiting.pop() {
                match module_named(self.db, self.environment, &name) {
                    Some(module) => {
                        self.found = self.found.max(availability_of(self.db, module));
                        self.look_for(&needed_modules(self.db, module));
                    }
                    None if is_builtin_module(&name) => {}
                    None => return Some(name),
                }
            }
            None
        })
    }

    fn look_for(&mut self, names: &FxHashSet<SmolStr>) {
        let new = names
            .iter()
            .filter(|name| self.seen.insert((*name).clone()));
        self.waiting.extend(new.cloned());
    }
}

/// How much is known of the names without the module in them that a module defines. Ruby files alone can define some.
fn availability_of(db: &dyn Db, module: Module) -> ModuleCompleteness {
    let origin = module.origin(db);
    let mut files = module.files(db).iter();
    match files.any(|file| file.path(db).ends_with(".rb")) {
        true if origin.is_open_stub() => ModuleCompleteness::Described,
        true if origin.is_installed() => ModuleCompleteness::Installed,
        _ => ModuleCompleteness::Known,
    }
}

/// The modules inside of Bolt, whose functions plans call.
const MODULES_OF_BOLT: [&str; 8] = [
    "boltlib", "ctrl", "dir", "file", "log", "out", "prompt", "system",
];

/// Whether a module comes with Puppet or Bolt, and the library knows what it has.
fn is_builtin_module(module: &str) -> bool {
    let library = puppet_library::Library;
    let mut types = library
        .resource_type_names()
        .filter_map(|name| library.resource_type(name));
    MODULES_OF_BOLT.contains(&module)
        || module.ends_with("_core")
            && types.any(|ty| ty.module.as_deref().is_some_and(|it| it.ends_with(module)))
}

/// What a module's `metadata.json` declares; without one, the modules whose names its files use.
#[salsa::tracked(returns(clone))]
fn needed_modules(db: &dyn Db, module: Module) -> Arc<FxHashSet<SmolStr>> {
    if let Some(file) = module.metadata(db) {
        let metadata = Metadata::parse(file.text(db));
        let dependencies = metadata.dependencies.iter();
        return Arc::new(
            dependencies
                .filter_map(|dependency| Some(module_part(&dependency.name)?.into()))
                .collect(),
        );
    }
    let mut named = FxHashSet::default();
    for file in module.files(db).iter() {
        named.extend(used_modules(db, *file).iter().cloned());
    }
    Arc::new(named)
}
