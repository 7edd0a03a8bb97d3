//! Environments: control repositories, installed environments, Bolt projects.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use puppet_data::environment_conf::{self, EnvironmentConf};
use puppet_data::{DataValue, yaml};
use puppet_db::{Assets, ModuleOrigin};

use super::data::{DataModel, data_of_environment};
use super::module::{is_plugin, is_puppet_code, is_walked};
use super::{Discovery, EnvironmentModel, ModuleModel, OutsidePath, ProblemSeverity};
use crate::autoload::{ENVIRONMENT, is_module_directory_name};
use crate::fs::{FileSystem as _, normal};

/// The module path when `environment.conf` does not say (`Puppet::Settings::EnvironmentConf#modulepath`: only
/// `modules` and `$basemodulepath`; the others are what control repositories use, and are taken when they exist).
pub(super) const USUAL_MODULE_PATH: [&str; 4] = ["site-modules", "site", "dist", "modules"];

/// The module path of a Bolt project that does not say.
const BOLT_MODULE_PATH: [&str; 2] = ["modules", ".modules"];

/// Where an environment itself has functions and data types, in the order of the paths.
const OWN_DEFINITIONS: [&str; 4] = [
    "functions",
    "lib/puppet/datatypes",
    "lib/puppet/functions",
    "types",
];

impl Discovery<'_> {
    /// The environment whose directory is `root`.
    pub(super) fn environment(&mut self, root: PathBuf) -> EnvironmentModel {
        let mut environment = EnvironmentModel::new(root);
        let conf_path = environment.root.join("environment.conf");
        let conf = self.fs.read(&conf_path).ok();
        let conf = conf.map(|read| environment_conf::parse(&read.text));
        if conf.is_some() {
            environment.conf = Some(conf_path);
        }
        let conf = conf.unwrap_or_default();
        let bolt = self.bolt_project(&environment.root);
        let module_path = match &bolt {
            Some(bolt) => self.bolt_module_path(&mut environment, bolt, &conf),
            None => self.module_path(&mut environment, &conf),
        };
        for directory in &module_path {
            self.add_modules_of(&mut environment, directory);
        }
        // Where modules are still to come, nothing but a `modulepath` says that those of this computer count.
        environment.uses_installed &=
            environment.awaited.is_empty() || conf.get("modulepath").is_some();
        if let Some(bolt) = &bolt {
            self.add_bolt_project(&mut environment, bolt, &module_path);
        }
        self.add_own_definitions(&mut environment);
        let manifest = self.manifest(&mut environment, &conf);
        if bolt.is_some() && environment.conf.is_none() {
            // Nothing loads manifests of Bolt projects but those of its modules.
        } else if self.fs.is_file(&manifest) {
            environment.manifests.push(manifest);
        } else {
            environment.manifests = self.walk(&manifest, &|_| true);
            environment.manifests.retain(|file| is_puppet_code(file));
        }
        environment.loose = self.loose_manifests(&environment, &module_path);
        environment.data = data_of_environment(self.fs, &environment.root);
        environment
    }

    /// The directories of the module path, as far as they are written without variables.
    fn module_path(
        &mut self,
        environment: &mut EnvironmentModel,
        conf: &EnvironmentConf,
    ) -> Vec<PathBuf> {
        let root = environment.root.clone();
        let Some(setting) = conf.get("modulepath") else {
            let shared = self.shared_modules(&root);
            environment.uses_installed = shared.is_some() || environment.conf.is_some();
            let usual = USUAL_MODULE_PATH.iter().map(|name| root.join(name));
            let usual = self.directories(usual.chain(self.puppetfile_directory(environment)));
            let others = self.other_module_folders(&root, &usual);
            return self.directories(usual.into_iter().chain(others).chain(shared));
        };
        let mut directories = Vec::new();
        for entry in setting
            .value
            .split(':')
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
        {
            if entry == "$basemodulepath" {
                environment.uses_installed = true;
                directories.extend(self.shared_modules(&root));
                continue;
            }
            if entry.contains('$') {
                continue;
            }
            let directory = root.join(entry);
            let named = || conf_path(&root, "modulepath", entry);
            if !self.may_read(&directory, &mut environment.outside, named) {
                continue;
            }
            if self.fs.is_directory(&directory) {
                directories.push(directory);
            } else {
                environment.missing_directories.push(entry.to_owned());
            }
        }
        self.directories(directories)
    }

    /// The folders of modules with other names, as far as they are no copies of modules in the usual ones.
    fn other_module_folders(&self, root: &Path, usual: &[PathBuf]) -> Vec<PathBuf> {
        let known: HashSet<String> = usual.iter().flat_map(|it| self.fs.list(it)).collect();
        let mut folders = self.finder.other_module_folders(root);
        folders.retain(|it| {
            !usual.contains(it) && !self.fs.list(it).iter().any(|name| known.contains(name))
        });
        folders
    }

    /// The modules that all environments of an installation share, which are in a usual place.
    fn shared_modules(&self, root: &Path) -> Option<PathBuf> {
        let directory = shared_modules(root)?;
        self.fs.add_root(&directory);
        Some(directory)
    }

    /// Those that are there, each once.
    fn directories(&self, all: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
        let mut directories: Vec<PathBuf> = Vec::new();
        for directory in all.into_iter().map(|directory| normal(&directory)) {
            if !directories.contains(&directory) && self.fs.is_directory(&directory) {
                directories.push(directory);
            }
        }
        directories
    }

    /// Where the modules of a `Puppetfile` are, if it says: `moduledir 'thirdparty'`. It is Ruby, and is not run.
    fn puppetfile_directory(&self, environment: &mut EnvironmentModel) -> Option<PathBuf> {
        let file = environment.root.join("Puppetfile");
        let read = self.fs.read(&file).ok()?;
        let written = read.text.lines().find_map(|line| {
            let rest = line.trim_start().strip_prefix("moduledir")?;
            let rest = rest.trim_start_matches([' ', '\t', '(']);
            let quote = rest.chars().next().filter(|c| ['\'', '"'].contains(c))?;
            let (path, _) = rest[1..].split_once(quote)?;
            (!path.contains("#{")).then_some(path)
        })?;
        let directory = environment.root.join(written);
        let named = || OutsidePath {
            file,
            setting: "moduledir",
            entry: written.to_owned(),
        };
        let may = self.may_read(&directory, &mut environment.outside, named);
        may.then_some(directory)
    }

    /// The settings of a Bolt project, if this is one.
    fn bolt_project(&self, root: &Path) -> Option<DataValue> {
        let read = self.fs.read(&root.join("bolt-project.yaml")).ok()?;
        yaml::parse(&read.text).ok()
    }

    fn bolt_module_path(
        &mut self,
        environment: &mut EnvironmentModel,
        bolt: &DataValue,
        conf: &EnvironmentConf,
    ) -> Vec<PathBuf> {
        let root = environment.root.clone();
        let Some(setting) = bolt.get("modulepath") else {
            // Where Bolt works on the environment of a server, its modules are those of the environment.
            let of_server = match conf.get("modulepath") {
                Some(_) => self.module_path(environment, conf),
                None => Vec::new(),
            };
            let usual = BOLT_MODULE_PATH.map(|name| root.join(name));
            return self.directories(of_server.into_iter().chain(usual));
        };
        let entries: Vec<&str> = match setting.as_str() {
            Some(text) => text.split(':').collect(),
            None => {
                let elements = setting.as_sequence().unwrap_or_default().iter();
                elements.filter_map(DataValue::as_str).collect()
            }
        };
        let file = root.join("bolt-project.yaml");
        for entry in &entries {
            if !self.fs.is_inside(&root.join(entry)) {
                let problem = format!(
                    "modulepath: '{entry}' is outside of the opened folder and is not read"
                );
                self.problem(&file, &problem, ProblemSeverity::Warning);
            }
        }
        self.directories(entries.iter().map(|entry| root.join(entry)))
    }

    /// A Bolt project with a name is itself a module, which hides others of its name.
    fn add_bolt_project(
        &mut self,
        environment: &mut EnvironmentModel,
        bolt: &DataValue,
        module_path: &[PathBuf],
    ) {
        let name = bolt.get("name").and_then(DataValue::as_str);
        let Some(name) = name.filter(|name| is_module_directory_name(name)) else {
            return;
        };
        environment.modules.retain(|module| module.name != name);
        let root = environment.root.clone();
        self.add_module(environment, name.to_owned(), &root, ModuleOrigin::Workspace);
        // Its own files are those that are in no other module. Manifests that define nothing of it are for `puppet apply`.
        let manifests = root.join("manifests");
        let is_applied = |file: &PathBuf| file.starts_with(&manifests);
        let has_main = self.fs.is_file(&manifests.join("init.pp"));
        let files = environment.modules.last().into_iter();
        let applied = files.flat_map(|it| &it.files).filter(|it| is_applied(it));
        let is_own = has_main || self.finder.have_definitions_of(applied, name);
        let site = (!has_main).then(|| manifests.join("site.pp"));
        if let Some(project) = environment.modules.last_mut() {
            // The `hiera.yaml` beside its settings is that of the project, whose keys may be of any module.
            project.data = DataModel::default();
            project.files.retain(|file| {
                Some(file) != site.as_ref()
                    && (is_own || !is_applied(file))
                    && !module_path
                        .iter()
                        .any(|directory| file.starts_with(directory))
            });
        }
    }

    /// The functions and data types of the environment itself. Puppet views it as a module that is always called
    /// `environment`, and that all modules see (`Puppet::Pops::Loaders#create_environment_loader`).
    fn add_own_definitions(&mut self, environment: &mut EnvironmentModel) {
        let root = environment.root.clone();
        if environment.modules.iter().any(|module| module.root == root) {
            return;
        }
        let directories = OWN_DEFINITIONS.map(|name| root.join(name));
        let walks = directories.iter().map(|it| self.walk(it, &|_| true));
        let mut files: Vec<PathBuf> = walks.flatten().collect();
        files.retain(|file| is_puppet_code(file) || is_plugin(&root, file));
        if !files.is_empty() {
            environment.modules.push(ModuleModel {
                name: ENVIRONMENT.to_owned(),
                root,
                origin: ModuleOrigin::Workspace,
                metadata: None,
                files,
                assets: Assets::new(Vec::new()),
                data: DataModel::default(),
                tasks: Vec::new(),
                fact_sets: Vec::new(),
                may_nest: false,
            });
        }
    }

    /// The file or directory of the manifests that are always loaded.
    fn manifest(&self, environment: &mut EnvironmentModel, conf: &EnvironmentConf) -> PathBuf {
        let root = environment.root.clone();
        let usual = root.join("manifests");
        let setting = conf.get("manifest");
        let Some(setting) = setting.filter(|setting| !setting.value.contains('$')) else {
            return usual;
        };
        let manifest = root.join(&setting.value);
        let named = || conf_path(&root, "manifest", &setting.value);
        match self.may_read(&manifest, &mut environment.outside, named) {
            true => manifest,
            false => usual,
        }
    }

    /// Manifests of the environment that nothing loads.
    fn loose_manifests(
        &mut self,
        environment: &EnvironmentModel,
        module_path: &[PathBuf],
    ) -> Vec<PathBuf> {
        let modules = environment.modules.iter();
        let taken: Vec<PathBuf> = module_path
            .iter()
            .chain(modules.clone().map(|module| &module.root))
            .filter(|taken| **taken != environment.root)
            .cloned()
            .collect();
        let of_project: Vec<&PathBuf> = modules
            .filter(|module| module.root == environment.root)
            .flat_map(|module| &module.files)
            .collect();
        let root = environment.root.clone();
        let mut loose = self.walk(&environment.root, &move |path| {
            is_walked(&root, path) && !taken.iter().any(|taken| path == taken)
        });
        loose.retain(|file| {
            is_puppet_code(file)
                && !environment.manifests.contains(file)
                && of_project.binary_search(&file).is_err()
        });
        loose
    }
}

/// A path outside that `environment.conf` names.
fn conf_path(root: &Path, setting: &'static str, entry: &str) -> OutsidePath {
    OutsidePath {
        file: root.join("environment.conf"),
        setting,
        entry: entry.to_owned(),
    }
}

/// The modules that all environments of an installation share: `modules` beside `environments`.
fn shared_modules(root: &Path) -> Option<PathBuf> {
    let environments = root.parent()?;
    (environments.file_name()? == "environments")
        .then(|| Some(environments.parent()?.join("modules")))?
}
