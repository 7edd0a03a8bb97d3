//! The environment and module that a file belongs to.

use std::sync::Arc;

use puppet_db::settings::Settings;
use puppet_db::{Db, Environment, File, HieraData, Module, ModuleOrigin, Workspace};
use puppet_project::metadata::Metadata;
use rustc_hash::FxHashMap;

use crate::index::module_dependencies::{
    modules_of_fixtures, modules_of_metadata, modules_of_puppetfile,
};

/// Where a file belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileOrigin {
    /// The environment in which its names are resolved.
    pub environment: Environment,
    /// The module it is part of, if it is.
    pub module: Option<Module>,
    /// What it is to its owner.
    pub role: Role,
}

impl FileOrigin {
    /// The data of the module; without one, of the environment.
    pub fn data(self, db: &dyn Db) -> &HieraData {
        match self.module {
            Some(module) => module.data(db),
            None => self.environment.data(db),
        }
    }
}

/// What a file is to its environment or module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// A file of a module.
    Module,
    /// A manifest that is always loaded.
    Site,
    /// A manifest that nothing loads.
    Loose,
    /// A module's `metadata.json`.
    Metadata,
    /// An environment's `environment.conf`.
    EnvironmentConf,
    /// The settings of the user.
    Settings,
    /// A stub file of the user.
    Stub,
    /// A file that stands for a module that is not used.
    Hidden,
    /// A file that names modules which should be there.
    Declares,
    /// A `hiera.yaml`, or a file of Hiera's data.
    Data,
    /// A data file that no level of the hierarchy reads.
    UnreadData,
    /// The description of a task.
    Task,
}

impl Role {
    /// Whether a file is a `hiera.yaml` or a data file, read or not.
    pub fn is_data(self) -> bool {
        matches!(self, Role::Data | Role::UnreadData)
    }
}

/// Where a file belongs; `None` for a file that is in no environment. Of several environments, the one to whose own
/// modules it belongs counts.
///
/// A query for each file, so that a file that comes or goes concerns only itself.
#[salsa::tracked(returns(copy))]
pub fn owner(db: &dyn Db, file: File) -> Option<FileOrigin> {
    owners(db).get(&file).copied()
}

#[salsa::tracked(returns(clone))]
fn owners(db: &dyn Db) -> Arc<FxHashMap<File, FileOrigin>> {
    let mut owners = FxHashMap::default();
    let Some(workspace) = Workspace::try_get(db) else {
        return Arc::new(owners);
    };
    // Later insertions do not replace earlier ones: the user's own come first.
    for origin in [
        ModuleOrigin::Workspace,
        ModuleOrigin::Dependency,
        ModuleOrigin::Installed,
        ModuleOrigin::OpenInstalled,
        ModuleOrigin::Stub,
        ModuleOrigin::OpenStub,
        ModuleOrigin::PartialStub,
    ] {
        for environment in workspace.environments(db).iter().copied() {
            for module in environment
                .modules(db)
                .iter()
                .copied()
                .filter(|module| module.origin(db) == origin)
            {
                let owner = |role| FileOrigin {
                    environment,
                    module: Some(module),
                    role,
                };
                for file in module.files(db).iter() {
                    owners.entry(*file).or_insert(owner(Role::Module));
                }
                if let Some(metadata) = module.metadata(db) {
                    owners.entry(metadata).or_insert(owner(Role::Metadata));
                }
                add_data(&mut owners, module.data(db), owner);
                for file in module.tasks(db).iter() {
                    owners.entry(*file).or_insert(owner(Role::Task));
                }
            }
            let owner = |role| FileOrigin {
                environment,
                module: None,
                role,
            };
            for file in environment.manifests(db).iter() {
                owners.entry(*file).or_insert(owner(Role::Site));
            }
            for file in environment.loose(db).iter() {
                owners.entry(*file).or_insert(owner(Role::Loose));
            }
            if let Some(conf) = environment.conf(db) {
                owners.entry(conf).or_insert(owner(Role::EnvironmentConf));
            }
            for hidden in environment.hidden(db).iter() {
                owners.entry(hidden.place).or_insert(owner(Role::Hidden));
            }
            for file in environment.declaring(db).iter() {
                owners.entry(*file).or_insert(owner(Role::Declares));
            }
            for stub in environment.stubs(db).iter() {
                owners.entry(*stub).or_insert(owner(Role::Stub));
            }
            add_data(&mut owners, environment.data(db), owner);
            if let Some(settings) = environment.settings_file(db) {
                owners.entry(settings).or_insert(owner(Role::Settings));
            }
        }
    }
    Arc::new(owners)
}

fn add_data(
    owners: &mut FxHashMap<File, FileOrigin>,
    data: &HieraData,
    owner: impl Fn(Role) -> FileOrigin,
) {
    for file in data.config.iter().chain(data.files.iter()) {
        owners.entry(*file).or_insert(owner(Role::Data));
    }
    for file in data.unread.iter() {
        owners.entry(*file).or_insert(owner(Role::UnreadData));
    }
}

/// The user's request, as far as it concerns a file.
pub fn settings(db: &dyn Db, file: File) -> Arc<Settings> {
    owner(db, file).map_or_else(Arc::default, |owner| {
        Arc::clone(owner.environment.settings(db))
    })
}

/// Whether a file is a description of a module that is not on disk.
pub fn is_of_stub(db: &dyn Db, file: File) -> bool {
    stub_module(db, file).is_some()
}

/// Whether the code in the file `from` may mean another version of a module than the one that this file is of: a newer
/// one than the stubs describe or than is installed, or the module of another author, since its own module asks for none of
/// the name.
pub fn may_be_of_other_version(db: &dyn Db, file: File, from: File) -> bool {
    let Some(module) = owner(db, file).and_then(|owner| owner.module) else {
        return false;
    };
    let origin = module.origin(db);
    origin == ModuleOrigin::OpenInstalled
        || origin.is_open_stub()
        || origin.is_stub() && !asks_for(db, from, module)
}

/// Whether a file is of a module that happens to be installed on this computer, and that nothing around the file `from`
/// asks for: what its nodes get may be quite another one.
pub fn is_of_chance(db: &dyn Db, file: File, from: File) -> bool {
    let module = owner(db, file).and_then(|owner| owner.module);
    module.is_some_and(|module| {
        module.origin(db) == ModuleOrigin::OpenInstalled && !is_named_for(db, from, module)
    })
}

/// Whether the module of a file asks for another one, or its environment does. Code outside of modules may use all.
fn asks_for(db: &dyn Db, from: File, other: Module) -> bool {
    owner(db, from).is_none_or(|own| own.module.is_none()) || is_named_for(db, from, other)
}

/// Whether the metadata or the fixtures of the module of a file name another module, or the `Puppetfile` of its
/// environment does; outside of modules, the metadata of any of the user's own.
fn is_named_for(db: &dyn Db, from: File, other: Module) -> bool {
    let Some(origin) = owner(db, from) else {
        return false;
    };
    let (environment, name) = (origin.environment, &**other.name(db));
    let names = |own: Module| {
        let of_fixtures = || modules_of_fixtures(db, environment, own).contains(name);
        match modules_of_metadata(db, own) {
            Some(named) => named.contains(name) || of_fixtures(),
            None => own.metadata(db).is_some() || of_fixtures(),
        }
    };
    let is_own = |module: &Module| module.origin(db) == ModuleOrigin::Workspace;
    modules_of_puppetfile(db, environment).contains(name)
        || match origin.module {
            Some(own) => names(own),
            None => {
                let mut modules = environment.modules(db).iter().copied();
                modules.any(|module| is_own(&module) && names(module))
            }
        }
}

/// A module outside of the workspace that a file belongs to, as messages name it: "module 'ntp' 9.1.1". None for the
/// module of another file, where that is the same.
#[must_use]
pub fn foreign_module(db: &dyn Db, file: File, from: File) -> Option<String> {
    let module = owner(db, file)?.module?;
    let own = owner(db, from).and_then(|owner| owner.module);
    if module.origin(db) == ModuleOrigin::Workspace || own == Some(module) {
        return None;
    }
    let metadata = module.metadata(db);
    let version = metadata.and_then(|it| Metadata::parse(it.text(db)).version);
    let version = version.map_or_else(String::new, |version| format!(" {version}"));
    let described = match module.origin(db).is_stub() {
        true => "the bundled description of ",
        false => "",
    };
    Some(format!("{described}module '{}'{version}", module.name(db)))
}

/// Whether a file is an example or a test of its module, which no site has.
#[must_use]
pub fn is_example(db: &dyn Db, file: File) -> bool {
    let module = owner(db, file).and_then(|owner| owner.module);
    let path = module.and_then(|module| path_in_module(db, module, file));
    let folder = path.and_then(|path| path.split('/').next());
    folder.is_some_and(|folder| ["examples", "spec", "tests"].contains(&folder))
}

/// The module that the stub library describes in a file: there is nothing on disk to open.
#[must_use]
pub fn stub_module(db: &dyn Db, file: File) -> Option<Module> {
    let module = owner(db, file)?.module?;
    module.origin(db).is_stub().then_some(module)
}

/// The path of a module's file within the module, `/` between its parts.
pub fn path_in_module(db: &dyn Db, module: Module, file: File) -> Option<&str> {
    file.path(db)
        .strip_prefix(&**module.root(db))?
        .strip_prefix('/')
}
