//! Modules that are installed on this computer, as dependencies.

use std::path::{Path, PathBuf};

use puppet_db::ModuleOrigin;
use puppet_scalars::{SemVer, SemVerRange};

use super::{Discovery, EnvironmentModel};
use crate::fs::FileSystem as _;
use crate::metadata::{Dependency, Metadata, module_part};

/// Where agents and distributions keep modules.
const DIRECTORIES: [&str; 5] = [
    "/etc/puppetlabs/code/modules",
    "/opt/puppetlabs/puppet/modules",
    "/etc/puppet/code/modules",
    "/usr/share/puppet/modules",
    "/usr/share/openvox/modules",
];

/// The directories of modules that are installed on this computer.
#[must_use]
pub fn installed_module_path() -> Vec<PathBuf> {
    let directories = DIRECTORIES.iter().map(PathBuf::from);
    directories
        .filter(|directory| crate::fs::Disk.is_directory(directory))
        .collect()
}

impl Discovery<'_> {
    /// Adds installed modules after all others: for an environment whose module path says so, all of them; else those
    /// that the metadata of the user's own modules name, and theirs, if the versions fit.
    pub(super) fn add_installed_modules(&mut self, environment: &mut EnvironmentModel) {
        if self.options.installed.is_empty()
            || environment.settings.installed_modules == Some(false)
        {
            return;
        }
        let directories = &self.options.installed;
        if environment.uses_installed {
            for directory in directories {
                self.add_dependencies_of(environment, directory);
            }
            return;
        }
        let own = environment.modules.iter();
        let own = own.filter(|module| module.origin == ModuleOrigin::Workspace);
        let metadata = own.filter_map(|module| module.metadata.clone());
        let mut wanted: Vec<Dependency> =
            metadata.flat_map(|file| self.dependencies(&file)).collect();
        while let Some(dependency) = wanted.pop() {
            let Some(name) = module_part(&dependency.name) else {
                continue;
            };
            if environment.modules.iter().any(|module| module.name == name) {
                continue;
            }
            let mut roots = directories.iter().map(|directory| directory.join(name));
            let fitting = roots.find(|root| self.fits(root, &dependency));
            if let Some(root) = fitting {
                wanted.extend(self.dependencies(&root.join("metadata.json")));
                self.add_module(
                    environment,
                    name.to_owned(),
                    &root,
                    ModuleOrigin::Dependency,
                );
            }
        }
    }

    fn metadata(&self, file: &Path) -> Option<Metadata> {
        let read = self.fs.read(file).ok()?;
        Some(Metadata::parse(&read.text))
    }

    fn dependencies(&self, metadata: &Path) -> Vec<Dependency> {
        self.metadata(metadata)
            .map_or_else(Vec::new, |metadata| metadata.dependencies)
    }

    /// Whether a module is there, in a version that a dependency asks for.
    fn fits(&self, root: &Path, dependency: &Dependency) -> bool {
        let Some(metadata) = self.metadata(&root.join("metadata.json")) else {
            return false;
        };
        let range = dependency.version_requirement.as_deref();
        let range = range.and_then(|range| SemVerRange::parse(range).ok());
        let version = metadata.version.as_deref();
        let version = version.and_then(|version| SemVer::parse(version).ok());
        match (range, version) {
            (Some(range), Some(version)) => range.includes(&version),
            (None, _) => true,
            (Some(_), None) => false,
        }
    }
}
