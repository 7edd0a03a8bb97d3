//! Discovery of modules and environments around a path.
//!
//! A path can be in a control repository (an environment), in a module of a folder of modules, in a module that stands
//! alone (with its fixtures), or just be a manifest. Nothing is asked of the user: what stands around the path decides.

mod confinement;
mod data;
mod environment;
mod fact_sets;
mod fetched;
mod fixtures;
mod git_ignores;
mod installed;
mod module;
mod module_stubs;
mod nested_modules;
mod project_root;
mod settings_files;
mod stubs;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puppet_db::settings::Settings;
use puppet_db::{Assets, ModuleOrigin};

use crate::discover::project_root::{DirectoryKind, Finder};
use crate::fs::{ConfinedFs, FileSystem, HiddenEntries, Stamp, WalkProblem};
pub use data::DataModel;
pub use fact_sets::{describes_nodes, fact_sets_in, starts_machines};
pub use fetched::{fetched_modules_folder, fetched_modules_of};
pub use installed::installed_module_path;
pub use module_stubs::is_allowed as is_allowed_family;

/// All that was found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProjectModel {
    /// The environments, in the order of their directories.
    pub environments: Vec<EnvironmentModel>,
    /// What could not be found or read on the way.
    pub problems: Vec<ProjectProblem>,
}

/// Files that are compiled together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvironmentModel {
    /// Its directory.
    pub root: PathBuf,
    /// Its `environment.conf`, if it has one.
    pub conf: Option<PathBuf>,
    /// The manifests that are always loaded.
    pub manifests: Vec<PathBuf>,
    /// Manifests that nothing loads: examples, tests, snippets. Each sees the modules, and no other loose file.
    pub loose: Vec<PathBuf>,
    /// The modules; of two with the same name the first counts.
    pub modules: Vec<ModuleModel>,
    /// The empty directories of its module path: each waits for the module that belongs there, such as a submodule.
    pub(crate) awaited: Vec<String>,
    /// Whether modules that are installed on this computer are among its modules, according to its module path.
    pub(crate) uses_installed: bool,
    /// Its own data.
    pub data: DataModel,
    /// Modules that are not used, because others of their names come before.
    pub hidden: Vec<ShadowedModuleInput>,
    /// Directories that the module path names, as written, and that are none.
    pub missing_directories: Vec<String>,
    /// Paths that files of the environment name, and that are not read because they are outside.
    pub outside: Vec<OutsidePath>,
    /// The user's request.
    pub settings: Arc<Settings>,
    /// The file with the settings, if there is one.
    pub settings_file: Option<PathBuf>,
    /// The user's stubs of Ruby code.
    pub stubs: Vec<PathBuf>,
    /// Files that name modules which should be there.
    pub declaring: Vec<PathBuf>,
    /// Files with the facts of machines.
    pub fact_sets: Vec<PathBuf>,
    /// The `.gitignore` and `.gitmodules` files around its modules.
    pub(crate) git_ignores: Vec<PathBuf>,
}

/// A path that is not read, because it leads outside of the opened folders.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct OutsidePath {
    /// The file that names it.
    pub file: PathBuf,
    /// The setting, such as `modulepath`.
    pub setting: &'static str,
    /// The path, as written.
    pub entry: String,
}

/// A module that is not used, because another one of its name comes before it, or no module can have its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShadowedModuleInput {
    /// The name of both; the name of the directory.
    pub name: String,
    /// A file that stands for it: its `metadata.json`, or a manifest.
    pub place: PathBuf,
    /// The directory of the module that is used; none where the name is to blame.
    pub winner: Option<PathBuf>,
}

/// One module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleModel {
    /// The name under which its contents are found.
    pub name: String,
    /// Its directory.
    pub root: PathBuf,
    /// Whether it is the user's own work.
    pub origin: ModuleOrigin,
    /// Its `metadata.json`, if it has one.
    pub metadata: Option<PathBuf>,
    /// Its manifests and templates, and the Ruby files that add to the language, in the order of their paths.
    pub files: Vec<PathBuf>,
    /// What is below its `templates` and `files`.
    pub assets: Assets,
    /// Its data.
    pub data: DataModel,
    /// The descriptions of its tasks.
    pub tasks: Vec<PathBuf>,
    /// Files with the facts of machines, if it is the user's own.
    pub(crate) fact_sets: Vec<PathBuf>,
    /// Whether another module may stand in it.
    pub(crate) may_nest: bool,
}

impl ProjectModel {
    /// Every file whose text matters, with where it comes from. One may come more than once.
    pub fn files(&self) -> impl Iterator<Item = (&Path, ModuleOrigin)> {
        let environments = self.environments.iter();
        environments.flat_map(|environment| {
            let own = environment
                .manifests
                .iter()
                .chain(&environment.loose)
                .chain(&environment.conf)
                .chain(environment.data.all_files())
                .chain(&environment.settings_file)
                .chain(&environment.stubs)
                .chain(&environment.declaring)
                .chain(&environment.fact_sets)
                .chain(&environment.git_ignores)
                .chain(environment.hidden.iter().map(|module| &module.place))
                .map(|path| (&**path, ModuleOrigin::Workspace));
            let modules = environment.modules.iter().flat_map(|module| {
                let files = module.files.iter().chain(&module.metadata);
                let files = files.chain(module.data.all_files()).chain(&module.tasks);
                files.map(|path| (&**path, module.origin))
            });
            own.chain(modules)
        })
    }
}

impl ProjectModel {
    /// A number that is another one when anything that was found, or the text of a file, changes.
    #[must_use]
    pub fn fingerprint(&self, stamp: impl Fn(&Path) -> Option<Stamp>) -> u64 {
        let mut hasher = DefaultHasher::new();
        for environment in &self.environments {
            (&environment.root, &environment.missing_directories).hash(&mut hasher);
            environment.awaited.hash(&mut hasher);
            for module in &environment.modules {
                (&module.name, &module.assets).hash(&mut hasher);
            }
        }
        for (path, origin) in self.files() {
            (path.as_os_str(), origin, stamp(path)).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Something that could not be found or read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectProblem {
    /// Where.
    pub path: PathBuf,
    /// What is wrong there.
    pub message: String,
    /// How bad it is.
    pub gravity: ProblemSeverity,
}

/// How bad a [`ProjectProblem`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemSeverity {
    /// What was requested cannot be done: a path that does not exist.
    Fatal,
    /// A part is missing: a directory that cannot be read.
    Incomplete,
    /// A part was left out on purpose: a symbolic link that leads outside.
    Warning,
}

/// What the user can say about discovery.
#[derive(Debug, Clone, Default)]
pub struct DiscoveryOptions {
    /// Settings that count more than those of files.
    pub settings: Settings,
    /// Where settings files are looked for.
    pub settings_file: SettingsFile,
    /// Directories of modules that are installed on this computer: the last resort.
    pub installed: Vec<PathBuf>,
    /// The directory below which modules are that the user has fetched for folders.
    pub fetched: Option<PathBuf>,
}

impl DiscoveryOptions {
    /// What this computer has beside the paths: modules that are installed, and those that are fetched.
    #[must_use]
    pub fn local_options() -> Self {
        Self {
            installed: installed_module_path(),
            fetched: fetched_modules_folder(),
            ..Self::default()
        }
    }
}

/// Where settings files are looked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum SettingsFile {
    /// In each directory and those above it.
    #[default]
    Nearest,
    /// This file is that of all directories.
    At(PathBuf),
    /// Nowhere.
    Ignored,
}

/// Finds the environments around some absolute paths of files and directories.
#[must_use]
pub fn discover(
    fs: &dyn FileSystem,
    paths: &[PathBuf],
    options: &DiscoveryOptions,
) -> ProjectModel {
    let confined = confinement::confine(fs, paths, options);
    let mut discovery = Discovery {
        fs: &confined,
        unconfined: fs,
        paths,
        options,
        finder: Finder::new(fs),
        problems: Vec::new(),
        settings: HashMap::new(),
        outside_of_settings: HashMap::new(),
    };
    let mut shapes: BTreeMap<(PathBuf, DirectoryKind), BTreeSet<PathBuf>> = BTreeMap::new();
    for path in paths {
        for (shape, root, loose) in discovery.shapes_of(path) {
            shapes.entry((root, shape)).or_default().extend(loose);
        }
    }
    let mut environments = Vec::with_capacity(shapes.len());
    for ((root, shape), loose) in shapes {
        environments.push(discovery.model(shape, root, loose));
    }
    let alone = environments
        .iter_mut()
        .flat_map(|it| discovery.take_tested(it));
    let alone: Vec<EnvironmentModel> = alone.collect();
    environments.extend(alone);
    for (shape, root) in discovery.take_nested(&mut environments) {
        environments.push(discovery.model(shape, root, BTreeSet::new()));
    }
    for environment in &mut environments {
        discovery.add_module_stubs(environment);
    }
    environments.sort_by(|one, other| one.root.cmp(&other.root));
    let mut refused = confined.take_refused();
    refused.retain(|link| !is_in_other_module(&link.path, &environments, paths));
    discovery.add_walk_problems(refused);
    ProjectModel {
        environments,
        problems: discovery.problems,
    }
}

/// Whether a path is within a module that none of the opened paths is part of, or contains.
fn is_in_other_module(path: &Path, environments: &[EnvironmentModel], opened: &[PathBuf]) -> bool {
    let is_opened = |root: &Path| {
        let mut opened = opened.iter();
        opened.any(|it| it.starts_with(root) || root.starts_with(it))
    };
    let modules = environments.iter().flat_map(|it| &it.modules);
    let mut around = modules.filter(|it| path != it.root && path.starts_with(&it.root));
    around.any(|it| !is_opened(&it.root))
}

/// Where the modules are that the tests of a module need.
const FIXTURES: &str = "spec/fixtures/modules";

struct Discovery<'a> {
    /// What may be read.
    fs: &'a ConfinedFs<'a>,
    /// Also what is outside: the directories around the paths show what they are part of.
    unconfined: &'a dyn FileSystem,
    paths: &'a [PathBuf],
    options: &'a DiscoveryOptions,
    finder: Finder<'a>,
    problems: Vec<ProjectProblem>,
    /// By the files that they are from.
    settings: HashMap<PathBuf, Arc<Settings>>,
    /// What settings files name outside, by the files.
    outside_of_settings: HashMap<PathBuf, Vec<OutsidePath>>,
}

impl EnvironmentModel {
    fn new(root: PathBuf) -> Self {
        Self {
            root,
            conf: None,
            manifests: Vec::new(),
            loose: Vec::new(),
            modules: Vec::new(),
            awaited: Vec::new(),
            uses_installed: false,
            data: DataModel::default(),
            hidden: Vec::new(),
            missing_directories: Vec::new(),
            outside: Vec::new(),
            settings: Arc::default(),
            settings_file: None,
            stubs: Vec::new(),
            declaring: Vec::new(),
            fact_sets: Vec::new(),
            git_ignores: Vec::new(),
        }
    }

    /// Adds manifests that were asked for and that are in no part of the environment.
    fn add_loose(&mut self, asked: BTreeSet<PathBuf>) {
        let is_part = |file: &PathBuf| {
            let mut modules = self.modules.iter();
            self.manifests.contains(file)
                || modules.any(|module| module.files.binary_search(file).is_ok())
        };
        let loose: Vec<PathBuf> = asked.into_iter().filter(|file| !is_part(file)).collect();
        self.loose.extend(loose);
        self.loose.sort();
        self.loose.dedup();
    }
}

impl Discovery<'_> {
    /// The model of what stands in a directory.
    fn model(
        &mut self,
        shape: DirectoryKind,
        root: PathBuf,
        loose: BTreeSet<PathBuf>,
    ) -> EnvironmentModel {
        self.fs.add_root(&root);
        let mut environment = match shape {
            DirectoryKind::Environment => self.environment(root),
            DirectoryKind::ModuleFolder => self.module_folder(root),
            DirectoryKind::Module => self.single_module(root),
            DirectoryKind::Loose => EnvironmentModel::new(root),
        };
        environment.add_loose(loose);
        (environment.settings, environment.settings_file) = self.settings_of(&environment.root);
        self.add_outside_paths(&mut environment);
        environment.stubs = self.stub_files_of(&environment);
        self.add_extra_modules(&mut environment);
        if environment.uses_installed {
            self.add_installed_modules(&mut environment);
        }
        self.add_fetched_modules(&mut environment);
        if !environment.uses_installed {
            self.add_installed_modules(&mut environment);
        }
        environment.declaring = self.declaring_files_of(shape, &environment);
        environment.fact_sets = self.fact_sets_of(&environment);
        environment.git_ignores = self.git_ignores_of(&environment);
        environment
    }

    /// The shapes around a path with their directories, and the loose manifests below it.
    fn shapes_of(&mut self, path: &Path) -> Vec<(DirectoryKind, PathBuf, Vec<PathBuf>)> {
        let chosen = self.chosen_environments(path);
        if !chosen.is_empty() {
            let environment = |root| (DirectoryKind::Environment, root, Vec::new());
            return chosen.into_iter().map(environment).collect();
        }
        match self.fs.kind(path) {
            None => {
                self.problem(path, "no such file or directory", ProblemSeverity::Fatal);
                Vec::new()
            }
            Some(crate::fs::EntryKind::Other) => {
                self.problem(
                    path,
                    "neither a file nor a directory",
                    ProblemSeverity::Fatal,
                );
                Vec::new()
            }
            Some(crate::fs::EntryKind::File) => self.shape_of_file(path).into_iter().collect(),
            Some(crate::fs::EntryKind::Directory) => match self.finder.enclosing_directory(path) {
                Some((shape, root)) => vec![(shape, root, Vec::new())],
                None => self.shapes_below(path),
            },
        }
    }

    fn shape_of_file(&self, file: &Path) -> Option<(DirectoryKind, PathBuf, Vec<PathBuf>)> {
        let directory = file.parent().unwrap_or(file);
        let is_code = module::is_puppet_code(file);
        let loose = Vec::from_iter(is_code.then(|| file.to_owned()));
        match self.finder.enclosing_directory(directory) {
            Some((shape, root)) => Some((shape, root, loose)),
            None => is_code.then(|| (DirectoryKind::Loose, directory.to_owned(), loose)),
        }
    }

    /// A directory without the marks of an environment or module: each manifest below it decides for itself.
    fn shapes_below(&mut self, directory: &Path) -> Vec<(DirectoryKind, PathBuf, Vec<PathBuf>)> {
        let mut shapes: BTreeMap<(PathBuf, DirectoryKind), Vec<PathBuf>> = BTreeMap::new();
        let inside = directory.to_owned();
        for file in self.walk(directory, &move |path| module::is_walked(&inside, path)) {
            if !module::is_puppet_code(&file) {
                continue;
            }
            match self
                .finder
                .enclosing_directory(file.parent().unwrap_or(&file))
            {
                Some((shape, root)) => drop(shapes.entry((root, shape)).or_default()),
                None => shapes
                    .entry((directory.to_owned(), DirectoryKind::Loose))
                    .or_default()
                    .push(file),
            }
        }
        // A hierarchy without any code is one of an environment: such repositories hold nothing but data.
        if shapes.is_empty() && self.fs.is_file(&directory.join("hiera.yaml")) {
            shapes.insert(
                (directory.to_owned(), DirectoryKind::Environment),
                Vec::new(),
            );
        }
        shapes
            .into_iter()
            .map(|((root, shape), loose)| (shape, root, loose))
            .collect()
    }

    fn module_folder(&mut self, root: PathBuf) -> EnvironmentModel {
        let mut environment = EnvironmentModel::new(root.clone());
        self.add_modules_of(&mut environment, &root);
        environment
    }

    /// A module that stands alone, with the modules in its fixtures.
    fn single_module(&mut self, root: PathBuf) -> EnvironmentModel {
        let mut environment = EnvironmentModel::new(root.clone());
        let name = self.finder.module_name(&root);
        self.add_module(&mut environment, name, &root, ModuleOrigin::Workspace);
        self.add_dependencies_of(&mut environment, &root.join(FIXTURES));
        environment
    }

    fn add_extra_modules(&mut self, environment: &mut EnvironmentModel) {
        let settings = Arc::clone(&environment.settings);
        for directory in &settings.module_path {
            self.add_dependencies_of(environment, Path::new(&**directory));
        }
    }

    /// All files below a directory, in order; what could not be read becomes a problem.
    fn walk(&mut self, root: &Path, enter: &(dyn Fn(&Path) -> bool + Send + Sync)) -> Vec<PathBuf> {
        let walk = self.fs.walk(root, HiddenEntries::Skip, enter);
        self.add_walk_problems(walk.problems);
        walk.files
    }

    fn add_walk_problems(&mut self, problems: Vec<WalkProblem>) {
        for problem in problems {
            let severity = match problem.is_unread {
                true => ProblemSeverity::Incomplete,
                false => ProblemSeverity::Warning,
            };
            self.problem(&problem.path, &problem.reason, severity);
        }
    }

    fn problem(&mut self, path: &Path, message: &str, gravity: ProblemSeverity) {
        let problem = ProjectProblem {
            path: path.to_owned(),
            message: message.to_owned(),
            gravity,
        };
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}

#[cfg(test)]
mod tests;
