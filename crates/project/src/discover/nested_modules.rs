//! Modules that stand somewhere below an environment or another module, without being in a module path.

use std::collections::BTreeSet;
use std::path::PathBuf;

use puppet_db::ModuleOrigin;

use crate::discover::project_root::DirectoryKind;
use crate::discover::{Discovery, EnvironmentModel};
use crate::fs::FileSystem;

/// The most of them that are looked at; the files of others stay what they are to the environment.
const MAX_NESTED: usize = 500;

impl Discovery<'_> {
    /// Takes the files of nested modules out of their environments. Gives what stands there instead.
    pub(super) fn take_nested(
        &self,
        environments: &mut [EnvironmentModel],
    ) -> BTreeSet<(DirectoryKind, PathBuf)> {
        let known: BTreeSet<PathBuf> = environments
            .iter()
            .flat_map(|environment| {
                let modules = environment.modules.iter().map(|module| &module.root);
                modules.chain([&environment.root]).cloned()
            })
            .collect();
        let mut found = BTreeSet::new();
        for environment in &mut *environments {
            let root = environment.root.clone();
            let mut is_nested = |file: &PathBuf, outer: &PathBuf| {
                let module = file
                    .parent()
                    .and_then(|directory| self.finder.nested_module(directory, outer))
                    .filter(|module| !known.contains(module));
                let Some(module) = module else { return false };
                let shape = self.shape_of_nested(module, outer);
                found.contains(&shape) || (found.len() < MAX_NESTED && found.insert(shape))
            };
            environment.loose.retain(|file| !is_nested(file, &root));
            for module in &mut environment.modules {
                if module.origin == ModuleOrigin::Workspace && module.may_nest {
                    module.files.retain(|file| !is_nested(file, &module.root));
                }
            }
        }
        let inner = found
            .iter()
            .filter(|(shape, _)| *shape == DirectoryKind::Environment);
        for (_, root) in inner {
            let outer = environments.iter_mut();
            outer.for_each(|outer| outer.loose.retain(|file| !file.starts_with(root)));
        }
        found
    }

    /// The environment that the module is in, if its `environment.conf` says so; a folder of modules, if there are others
    /// beside the module; else the module alone.
    fn shape_of_nested(&self, module: PathBuf, outer: &PathBuf) -> (DirectoryKind, PathBuf) {
        let environment = module
            .ancestors()
            .take_while(|ancestor| ancestor != outer)
            .find(|ancestor| self.fs.is_file(&ancestor.join("environment.conf")));
        if let Some(environment) = environment {
            return (DirectoryKind::Environment, environment.to_owned());
        }
        let folder = module
            .parent()
            .filter(|parent| *parent != outer && self.finder.is_module_folder_of(parent, &module));
        match folder {
            Some(folder) => (DirectoryKind::ModuleFolder, folder.to_owned()),
            None => (DirectoryKind::Module, module),
        }
    }
}
