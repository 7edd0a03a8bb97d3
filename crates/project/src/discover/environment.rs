//! Environments: control repositories and installed environments.

use std::path::{Path, PathBuf};

use puppet_data::environment_conf::{self, EnvironmentConf};

use super::module::{is_puppet_code, is_walked};
use super::{Discovery, EnvironmentModel};

/// The module path when `environment.conf` does not say (`Puppet::Settings::EnvironmentConf#modulepath`: only
/// `modules`; the others are what control repositories use, and are taken when they exist).
const USUAL_MODULE_PATH: [&str; 3] = ["site-modules", "site", "modules"];

impl Discovery<'_> {
    /// The environment whose directory is `root`.
    pub(super) fn environment(&mut self, root: PathBuf) -> EnvironmentModel {
        let mut environment = EnvironmentModel::new(root);
        let conf_path = environment.root.join("environment.conf");
        let conf = self
            .fs
            .read(&conf_path)
            .ok()
            .map(|read| environment_conf::parse(&read.text));
        if conf.is_some() {
            environment.conf = Some(conf_path);
        }
        let conf = conf.unwrap_or_default();
        let module_path = self.module_path(&mut environment, &conf);
        for directory in &module_path {
            self.add_modules_of(&mut environment, directory);
        }
        let manifest = self.manifest(&environment.root, &conf);
        if self.fs.is_file(&manifest) {
            environment.manifests.push(manifest);
        } else {
            environment.manifests = self.walk(&manifest, &is_walked);
            environment.manifests.retain(|file| is_puppet_code(file));
        }
        environment.loose = self.loose_manifests(&environment, &module_path);
        environment.data = self.data_of(&environment.root.clone());
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
            let usual = USUAL_MODULE_PATH.iter().map(|name| root.join(name));
            return usual.filter(|path| self.fs.is_directory(path)).collect();
        };
        let mut directories = Vec::new();
        for entry in setting
            .value
            .split(':')
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
        {
            if entry.contains('$') {
                continue;
            }
            let directory = root.join(entry);
            if self.fs.is_directory(&directory) {
                directories.push(directory);
            } else {
                environment.missing_directories.push(entry.to_owned());
            }
        }
        directories
    }

    /// The file or directory of the manifests that are always loaded.
    fn manifest(&self, root: &Path, conf: &EnvironmentConf) -> PathBuf {
        match conf.get("manifest") {
            Some(setting) if !setting.value.contains('$') => root.join(&setting.value),
            _ => root.join("manifests"),
        }
    }

    /// Manifests of the environment that nothing loads.
    fn loose_manifests(
        &mut self,
        environment: &EnvironmentModel,
        module_path: &[PathBuf],
    ) -> Vec<PathBuf> {
        let taken: Vec<PathBuf> = module_path
            .iter()
            .cloned()
            .chain(environment.modules.iter().map(|module| module.root.clone()))
            .collect();
        let mut loose = self.walk(&environment.root.clone(), &move |path| {
            is_walked(path) && !taken.iter().any(|taken| path == taken)
        });
        loose.retain(|file| is_puppet_code(file) && !environment.manifests.contains(file));
        loose
    }
}
