//! Origins of names: a user's own modules rank before installed ones.

use std::sync::Arc;

use puppet_db::{Db, Environment, ModuleOrigin};
use rustc_hash::{FxHashMap, FxHashSet};

use puppet_ide_db::module_metadata::declared_modules;

/// What a module is to the user, nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModuleDistance {
    /// The module of the file itself.
    Own,
    /// Another module of the workspace.
    Workspace,
    /// A module that a `Puppetfile` or `.fixtures.yml` names.
    Declared,
    /// A module that is found in the module path.
    Installed,
}

impl ModuleDistance {
    /// The rank of a name from there, where one from a declared module has the rank `far`.
    pub fn rank(self, far: u8) -> u8 {
        match self {
            Self::Own => far.min(29) - 1,
            Self::Workspace => far.saturating_sub(1),
            Self::Declared => far,
            Self::Installed => far.saturating_add(1),
        }
    }
}

/// The origins of the modules of an environment, by their names.
#[salsa::tracked(returns(clone))]
pub fn origins(db: &dyn Db, environment: Environment) -> Arc<FxHashMap<Arc<str>, ModuleDistance>> {
    let declaring = environment.declaring(db).iter();
    let declared: FxHashSet<String> = declaring
        .flat_map(|file| declared_modules(db, *file))
        .collect();
    let origin = |name: &str, origin| match origin {
        _ if declared.contains(name) => ModuleDistance::Declared,
        ModuleOrigin::Workspace => ModuleDistance::Workspace,
        _ => ModuleDistance::Installed,
    };
    let modules = environment.modules(db).iter();
    let origins = modules.map(|module| {
        let name = module.name(db);
        (Arc::clone(name), origin(name, module.origin(db)))
    });
    Arc::new(origins.collect())
}
