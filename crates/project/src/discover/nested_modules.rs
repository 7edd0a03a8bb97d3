//! Modules and environments that stand somewhere below an environment or a module, without being in a module path.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use puppet_db::ModuleOrigin;

use crate::discover::project_root::{DirectoryKind, MAX_DEPTH};
use crate::discover::{Discovery, EnvironmentModel};
use crate::fs::FileSystem;

/// The most of them that are looked at; the files of others stay what they are to the environment.
const MAX_NESTED: usize = 500;

impl Discovery<'_> {
    /// Takes the files of nested modules and environments out of theirs. Gives what stands there instead.
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
                let Some(shape) = file
                    .parent()
                    .and_then(|directory| self.nested_shape(directory, outer, &known))
                else {
                    return false;
                };
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

    /// What stands around a directory below `outer`: the innermost module, or the environment of it or of the directory.
    fn nested_shape(
        &self,
        directory: &Path,
        outer: &Path,
        known: &BTreeSet<PathBuf>,
    ) -> Option<(DirectoryKind, PathBuf)> {
        let module = self.finder.nested_module(directory, outer);
        if module.as_ref().is_some_and(|module| known.contains(module)) {
            return None;
        }
        let innermost = module.as_deref().unwrap_or(directory);
        if let Some(environment) = self.nested_environment(innermost, outer) {
            let is_known = known.contains(&environment);
            return (!is_known).then_some((DirectoryKind::Environment, environment));
        }
        let module = module?;
        // A folder of modules in a module path, `modules/local`, looks like a module without contents.
        let may_be_folder = |parent: &&Path| *parent != outer || self.finder.has_no_contents(outer);
        let folder = module
            .parent()
            .filter(may_be_folder)
            .filter(|parent| self.finder.is_module_folder_of(parent, &module));
        Some(match folder {
            Some(folder) => (DirectoryKind::ModuleFolder, folder.to_owned()),
            None => (DirectoryKind::Module, module),
        })
    }

    /// The innermost environment around a directory below `outer`: its `environment.conf` says so, or its place does, or it
    /// has manifests beside modules and is no part of a module.
    fn nested_environment(&self, directory: &Path, outer: &Path) -> Option<PathBuf> {
        let below = directory
            .ancestors()
            .take_while(|ancestor| *ancestor != outer && ancestor.starts_with(outer));
        let is_environment = |ancestor: &&Path| {
            self.fs.is_file(&ancestor.join("environment.conf"))
                || self.finder.is_named_environment(ancestor)
                || self.finder.has_manifests_and_modules(ancestor)
                    && self.finder.nested_module(ancestor, outer).is_none()
        };
        below
            .take(MAX_DEPTH)
            .find(is_environment)
            .map(Path::to_owned)
    }
}
