//! The files of modules.

use std::path::{Path, PathBuf};

use puppet_db::{Assets, FileKind, ModuleOrigin};

use super::shape::name_of;
use super::{Discovery, EnvironmentModel, HiddenModel, ModuleModel};
use crate::autoload::is_module_directory_name;
use crate::fs::Hidden;

/// Directories that are never part of a module: dependencies for its tests, packages, static files.
const SKIPPED: [&str; 5] = ["fixtures", "pkg", "vendor", "node_modules", "files"];

/// What a dependency is looked up in.
const LOOKED_UP: [&str; 6] = [
    "manifests",
    "types",
    "functions",
    "plans",
    "templates",
    "lib",
];

/// Where Ruby code of a module adds to the language.
const PLUGINS: [&str; 5] = [
    "lib/puppet/functions",
    "lib/puppet/parser/functions",
    "lib/puppet/type",
    "lib/puppet/datatypes",
    "lib/facter",
];

/// Whether a directory below a module or a directory of manifests is walked into.
pub(super) fn is_walked(path: &Path) -> bool {
    !name_of(path).is_some_and(|name| {
        SKIPPED.contains(&name)
            && (name != "fixtures" || path.parent().and_then(name_of) == Some("spec"))
    })
}

/// Whether a file is a manifest or a template.
pub(super) fn is_puppet_code(path: &Path) -> bool {
    name_of(path).is_some_and(|name| FileKind::of_path(name).is_puppet())
}

/// Whether a file of the module in `root` is Ruby code that defines functions, resource types, data types or facts.
fn is_plugin(root: &Path, path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rb")
        && path
            .strip_prefix(root)
            .is_ok_and(|relative| PLUGINS.iter().any(|folder| relative.starts_with(folder)))
}

/// Whether a file of the module in `root` is a template in Embedded Ruby.
fn is_ruby_template(root: &Path, path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "erb")
        && path
            .strip_prefix(root)
            .is_ok_and(|relative| relative.starts_with("templates"))
}

impl Discovery<'_> {
    /// Adds the modules in a directory of a module path.
    pub(super) fn add_modules_of(&mut self, environment: &mut EnvironmentModel, directory: &Path) {
        self.add_modules(environment, directory, ModuleOrigin::Workspace);
    }

    /// Adds the modules in a directory as something to look up in only.
    pub(super) fn add_dependencies_of(
        &mut self,
        environment: &mut EnvironmentModel,
        directory: &Path,
    ) {
        self.add_modules(environment, directory, ModuleOrigin::Dependency);
    }

    fn add_modules(
        &mut self,
        environment: &mut EnvironmentModel,
        directory: &Path,
        origin: ModuleOrigin,
    ) {
        for name in self.fs.list(directory) {
            let root = directory.join(&name);
            // An empty directory waits for the module that belongs there, such as a submodule.
            let is_there = || self.fs.is_directory(&root) && !self.fs.list(&root).is_empty();
            if is_module_directory_name(&name) && is_there() && !self.finder.is_environment(&root) {
                let asked_for = self
                    .paths
                    .iter()
                    .any(|path| path.starts_with(&root) || root.starts_with(path));
                let origin = if asked_for {
                    origin
                } else {
                    ModuleOrigin::Dependency
                };
                self.add_module(environment, name, &root, origin);
            } else if origin == ModuleOrigin::Workspace && self.is_misspelled_module(&name, &root) {
                let place = self.place_of(&root);
                environment.hidden.extend(place.map(|place| HiddenModel {
                    name,
                    place,
                    winner: None,
                }));
            }
        }
    }

    /// Whether a directory would be a module if its name were in lower case.
    fn is_misspelled_module(&self, name: &str, root: &Path) -> bool {
        is_module_directory_name(&name.to_lowercase())
            && (self.fs.is_file(&root.join("metadata.json"))
                || self.fs.is_directory(&root.join("manifests")))
    }

    /// Adds a module, unless another one of its name comes before it.
    pub(super) fn add_module(
        &mut self,
        environment: &mut EnvironmentModel,
        name: String,
        root: &Path,
        origin: ModuleOrigin,
    ) {
        if let Some(first) = environment
            .modules
            .iter()
            .find(|module| module.name == name)
        {
            let winner = first.root.clone();
            if origin == ModuleOrigin::Workspace && winner != root {
                let place = self.place_of(root);
                environment.hidden.extend(place.map(|place| HiddenModel {
                    name,
                    place,
                    winner: Some(winner),
                }));
            }
            return;
        }
        let mut files = match origin {
            ModuleOrigin::Workspace => self.walk(root, &is_walked),
            ModuleOrigin::Dependency | ModuleOrigin::Installed => {
                let root = root.to_owned();
                self.walk(&root.clone(), &move |path| {
                    path.parent() != Some(&root)
                        || name_of(path).is_some_and(|name| LOOKED_UP.contains(&name))
                })
            }
        };
        files.retain(|file| {
            is_puppet_code(file) || is_plugin(root, file) || is_ruby_template(root, file)
        });
        let metadata = Some(root.join("metadata.json")).filter(|path| self.fs.is_file(path));
        let module = ModuleModel {
            name,
            root: root.to_owned(),
            origin,
            metadata,
            files,
            assets: self.assets_of(root),
            data: self.data_of(root),
        };
        environment.modules.push(module);
    }

    /// A file that stands for the module in `root`.
    fn place_of(&mut self, root: &Path) -> Option<PathBuf> {
        let metadata = root.join("metadata.json");
        if self.fs.is_file(&metadata) {
            return Some(metadata);
        }
        let mut files = self.walk(root, &is_walked).into_iter();
        files.find(|file| is_puppet_code(file))
    }

    /// What the module in `root` hands out: everything below `templates` and `files`, hidden or not; and its providers
    /// and external facts, of which only the names matter.
    fn assets_of(&self, root: &Path) -> Assets {
        let mut paths = Vec::new();
        for folder in ["facts.d", "files", "templates", "lib/puppet/provider"] {
            let walk = self.fs.walk(&root.join(folder), Hidden::Take, &|_| true);
            if !walk.problems.is_empty() {
                return Assets::unknown();
            }
            paths.extend(walk.files.iter().filter_map(|path| {
                let relative = path.strip_prefix(root).ok()?.to_str()?;
                Some(relative.replace(std::path::MAIN_SEPARATOR, "/").into())
            }));
        }
        Assets::new(paths)
    }
}
