//! The files of modules.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use puppet_db::{Assets, FileKind, ModuleOrigin};

use super::data::{DataModel, data_of};
use super::fact_sets::fact_sets_in;
use super::{Discovery, EnvironmentModel, ModuleModel, ShadowedModuleInput};
use crate::autoload::is_module_directory_name;
use crate::discover::project_root::{Finder, name_of};
use crate::fs::{ConfinedFs, FileSystem, HiddenEntries, Readers, Walk, WalkProblem};
use crate::metadata::Metadata;

/// Directories beside what Puppet loads: dependencies for tests, packages, static files.
const SKIPPED: [&str; 5] = ["fixtures", "pkg", "vendor", "node_modules", "files"];

/// Where Puppet loads code of a module from, whatever the directories in them are called.
const LOADED: [&str; 6] = [
    "manifests",
    "types",
    "functions",
    "plans",
    "templates",
    "lib",
];

/// Where Ruby code of a module adds to the language.
pub(super) const PLUGINS: [&str; 5] = [
    "lib/puppet/functions",
    "lib/puppet/parser/functions",
    "lib/puppet/type",
    "lib/puppet/datatypes",
    "lib/facter",
];

/// Whether a directory below `root`, which is a module or something else that holds code, is walked into.
pub(super) fn is_walked(root: &Path, path: &Path) -> bool {
    let is_skipped = name_of(path).is_some_and(|name| {
        SKIPPED.contains(&name)
            && (name != "fixtures" || path.parent().and_then(name_of) == Some("spec"))
    });
    !is_skipped || is_loaded(root, path)
}

/// Whether a path is in a directory of the module in `root` that Puppet loads code from.
fn is_loaded(root: &Path, path: &Path) -> bool {
    let mut relative = path.strip_prefix(root).unwrap_or(path).iter();
    let first = relative.next().and_then(|first| first.to_str());
    first.is_some_and(|first| LOADED.contains(&first))
}

/// Whether a file is a manifest or a template.
pub(super) fn is_puppet_code(path: &Path) -> bool {
    FileKind::from_path(&path.to_string_lossy()).is_puppet()
}

/// Whether a file of the module in `root` is Ruby code that defines functions, resource types, data types or facts.
pub(super) fn is_plugin(root: &Path, path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rb")
        && path
            .strip_prefix(root)
            .is_ok_and(|relative| PLUGINS.iter().any(|folder| relative.starts_with(folder)))
}

/// Whether a file of the module in `root` is a template in Embedded Ruby, whatever its ending.
fn is_ruby_template(root: &Path, path: &Path) -> bool {
    let kind = FileKind::from_path(&path.to_string_lossy());
    matches!(kind, FileKind::Erb | FileKind::Data)
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
        let (fs, paths) = (self.fs, self.paths);
        let names = fs.list(directory);
        let known: HashSet<&str> = environment.modules.iter().map(|it| &*it.name).collect();
        // Modules are many, and each takes its time.
        let found = Readers::from_folders().run(&names, |name| {
            let root = directory.join(name);
            let origin = match is_asked_for(paths, &root) {
                true => origin,
                false => ModuleOrigin::Dependency,
            };
            let contents =
                || (!known.contains(&**name)).then(|| ModuleContents::read(fs, &root, origin));
            is_module_in(fs, name, &root).then(|| (origin, contents()))
        });
        for (name, found) in names.into_iter().zip(found) {
            let root = directory.join(&name);
            if let Some((origin, contents)) = found {
                self.add_if_first(environment, name, &root, origin, contents);
            } else if is_awaited(fs, &name, &root) {
                environment.awaited.push(name);
            } else if origin == ModuleOrigin::Workspace && self.is_misspelled_module(&name, &root) {
                let place = self.place_of(&root);
                environment
                    .hidden
                    .extend(place.map(|place| ShadowedModuleInput {
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
        let contents = ModuleContents::read(self.fs, root, origin);
        self.add_if_first(environment, name, root, origin, Some(contents));
    }

    /// Adds a module with its contents, which only those need that are used.
    fn add_if_first(
        &mut self,
        environment: &mut EnvironmentModel,
        name: String,
        root: &Path,
        origin: ModuleOrigin,
        contents: Option<ModuleContents>,
    ) {
        let mut modules = environment.modules.iter();
        if let Some(first) = modules.find(|module| module.name == name) {
            let winner = first.root.clone();
            if origin == ModuleOrigin::Workspace && winner != root {
                let place = self.place_of(root);
                environment
                    .hidden
                    .extend(place.map(|place| ShadowedModuleInput {
                        name,
                        place,
                        winner: Some(winner),
                    }));
            }
        } else if let Some(contents) = contents {
            self.add_walk_problems(contents.problems);
            environment.modules.push(ModuleModel {
                name,
                root: root.to_owned(),
                origin,
                metadata: contents.metadata,
                files: contents.files,
                assets: contents.assets,
                data: contents.data,
                tasks: contents.tasks,
                fact_sets: contents.fact_sets,
                may_nest: contents.may_nest,
            });
        }
    }

    /// A file that stands for the module in `root`.
    fn place_of(&mut self, root: &Path) -> Option<PathBuf> {
        let metadata = root.join("metadata.json");
        if self.fs.is_file(&metadata) {
            return Some(metadata);
        }
        let inside = root.to_owned();
        let files = self.walk(root, &move |path| is_walked(&inside, path));
        let mut files = files.into_iter();
        files.find(|file| is_puppet_code(file))
    }
}

/// Whether a directory in a module path is a module, as far as it and its name show.
fn is_module_in(fs: &dyn FileSystem, name: &str, root: &Path) -> bool {
    let is_there = || fs.is_directory(root) && !fs.list(root).is_empty();
    is_module_directory_name(name) && is_there() && !Finder::new(fs).is_environment(root)
}

/// Whether a directory in a module path is empty.
fn is_awaited(fs: &dyn FileSystem, name: &str, root: &Path) -> bool {
    is_module_directory_name(name) && fs.is_directory(root) && fs.list(root).is_empty()
}

fn is_asked_for(paths: &[PathBuf], root: &Path) -> bool {
    let mut paths = paths.iter();
    paths.any(|path| path.starts_with(root) || root.starts_with(path))
}

/// What a module consists of.
struct ModuleContents {
    metadata: Option<PathBuf>,
    files: Vec<PathBuf>,
    assets: Assets,
    data: DataModel,
    tasks: Vec<PathBuf>,
    fact_sets: Vec<PathBuf>,
    may_nest: bool,
    problems: Vec<WalkProblem>,
}

impl ModuleContents {
    fn read(fs: &ConfinedFs<'_>, root: &Path, origin: ModuleOrigin) -> Self {
        let enter = |path: &Path| match origin {
            ModuleOrigin::Workspace => is_walked(root, path),
            _ => is_loaded(root, path),
        };
        let Walk {
            mut files,
            problems,
            ..
        } = fs.walk(root, HiddenEntries::Skip, &enter);
        let may_nest = files.iter().any(|file| is_of_nested(root, file));
        files.retain(|file| {
            is_puppet_code(file) || is_plugin(root, file) || is_ruby_template(root, file)
        });
        let assets = assets_of(fs, root);
        Self {
            metadata: metadata_of(fs, root),
            files,
            tasks: tasks_in(root, &assets),
            assets,
            data: data_of(fs, root),
            fact_sets: match origin {
                ModuleOrigin::Workspace => fact_sets_in(fs, root),
                _ => Vec::new(),
            },
            may_nest,
            problems,
        }
    }
}

/// The metadata of the module in `root`; an empty object is none to Puppet.
fn metadata_of(fs: &dyn FileSystem, root: &Path) -> Option<PathBuf> {
    let file = root.join("metadata.json");
    let read = fs.read(&file);
    let is_empty = read.is_ok_and(|read| Metadata::parse(&read.text) == Metadata::default());
    (fs.is_file(&file) && !is_empty).then_some(file)
}

/// Whether a file of the module in `root` speaks for another module in it: see [`Finder::nested_module`].
fn is_of_nested(root: &Path, file: &Path) -> bool {
    let module = match name_of(file) {
        Some("metadata.json") => file.parent(),
        Some("init.pp") => file.ancestors().nth(2),
        _ => None,
    };
    module.is_some_and(|module| module != root)
}

/// The descriptions of tasks among what the module in `root` has.
fn tasks_in(root: &Path, assets: &Assets) -> Vec<PathBuf> {
    let paths = assets.paths().unwrap_or_default().iter();
    let is_task = |path: &&str| {
        let name = path.strip_prefix("tasks/");
        name.is_some_and(|name| name.ends_with(".json") && !name.contains('/'))
    };
    let tasks = paths.map(|path| &**path).filter(is_task);
    tasks.map(|path| root.join(path)).collect()
}

/// What the module in `root` hands out: everything below `templates` and `files`, hidden or not; and its providers,
/// external facts, tasks and plans, of which only the names matter.
fn assets_of(fs: &dyn FileSystem, root: &Path) -> Assets {
    let mut paths = Vec::new();
    for folder in [
        "facts.d",
        "files",
        "templates",
        "lib/puppet/provider",
        "tasks",
        "plans",
    ] {
        let walk = fs.walk(&root.join(folder), HiddenEntries::Include, &|_| true);
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
