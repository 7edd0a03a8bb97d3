//! Modules that are installed on this computer, as dependencies.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use puppet_db::ModuleOrigin;
use puppet_library::Library;
use puppet_ruby::PuppetfileModule;
use puppet_scalars::{SemVer, SemVerRange};

use super::module_stubs::newest_major;
use super::{Discovery, EnvironmentModel};
use crate::autoload::is_module_directory_name;
use crate::fs::{FileSystem, Readers};
use crate::metadata::{Dependency, Metadata, module_part};

/// Where agents and distributions keep modules.
pub(super) const MODULE_DIRECTORIES: [&str; 5] = [
    "/etc/puppetlabs/code/modules",
    "/opt/puppetlabs/puppet/modules",
    "/etc/puppet/code/modules",
    "/usr/share/puppet/modules",
    "/usr/share/openvox/modules",
];

/// The directories of modules that are installed on this computer.
#[must_use]
pub fn installed_module_path() -> Vec<PathBuf> {
    let directories = MODULE_DIRECTORIES.iter().map(PathBuf::from);
    directories
        .filter(|directory| crate::fs::Disk.is_directory(directory))
        .collect()
}

impl Discovery<'_> {
    /// Adds installed modules after all others: for an environment whose module path includes them, all of them; else those
    /// that the metadata of the user's own modules name, and theirs.
    ///
    /// A module counts only in a version that is requested: what is installed here need not be what servers have. Nor is it
    /// what belongs in an empty directory.
    pub(super) fn add_installed_modules(&mut self, environment: &mut EnvironmentModel) {
        if self.options.installed.is_empty()
            || environment.settings.installed_modules == Some(false)
        {
            return;
        }
        let asked_for = self.requested_modules(environment);
        let modules = match environment.uses_installed {
            true => self.all_installed(&asked_for),
            false => self.needed_installed(environment, &asked_for),
        };
        for module in modules {
            let origin = match module.is_open {
                true => ModuleOrigin::OpenInstalled,
                false => ModuleOrigin::Installed,
            };
            if environment.awaited.contains(&module.name) {
                continue;
            }
            self.add_module(environment, module.name, &module.root, origin);
        }
    }

    /// What the metadata of the user's own modules and the `Puppetfile` ask for.
    pub(super) fn requested_modules(&self, environment: &EnvironmentModel) -> RequestedModules {
        let own = environment.modules.iter();
        let own = own.filter(|module| module.origin == ModuleOrigin::Workspace);
        let metadata: Vec<&Path> = own
            .filter_map(|module| module.metadata.as_deref())
            .collect();
        let fs = self.fs;
        let dependencies = Readers::from_files().run(&metadata, |file| dependencies(fs, file));
        let puppetfile = self.fs.read(&environment.root.join("Puppetfile")).ok();
        let declared = puppetfile.filter(|_| environment.uses_installed);
        RequestedModules {
            dependencies: dependencies.into_iter().flatten().collect(),
            declared: declared
                .map_or_else(Vec::new, |read| puppet_ruby::declared_modules(&read.text)),
        }
    }

    /// All that are installed, apart from those that are requested in another version.
    fn all_installed(&self, asked_for: &RequestedModules) -> Vec<InstalledDirectory> {
        let directories = self.options.installed.iter();
        let modules = directories.flat_map(|directory| {
            let names = self.fs.list(directory).into_iter();
            names.map(|name| self.installed(name, directory))
        });
        modules
            .filter(|module| {
                is_module_directory_name(&module.name) && self.fs.is_directory(&module.root)
            })
            .filter(|module| module.meets(asked_for))
            .map(|module| InstalledDirectory {
                is_open: asked_for.is_open(&module),
                ..module
            })
            .collect()
    }

    /// Those that others need, in the order in which they are requested. Each meets what all of them ask for.
    fn needed_installed(
        &self,
        environment: &EnvironmentModel,
        asked_for: &RequestedModules,
    ) -> Vec<InstalledDirectory> {
        let mut refused: BTreeSet<String> = BTreeSet::new();
        loop {
            let mut all = RequestedModules {
                dependencies: Vec::new(),
                declared: Vec::new(),
            };
            let mut found: Vec<InstalledDirectory> = Vec::new();
            let mut waiting = asked_for.dependencies.clone();
            while let Some(dependency) = waiting.pop() {
                let name = module_part(&dependency.name).map(str::to_owned);
                all.dependencies.push(dependency);
                let Some(name) = name.filter(|name| {
                    !refused.contains(name)
                        && !found.iter().any(|module| module.name == *name)
                        && !environment
                            .modules
                            .iter()
                            .any(|module| module.name == *name)
                }) else {
                    continue;
                };
                let directories = self.options.installed.iter();
                let mut modules =
                    directories.map(|directory| self.installed(name.clone(), directory));
                let is_wanted = |it: &InstalledDirectory| it.metadata.is_some() && it.meets(&all);
                if let Some(module) = modules.find(is_wanted) {
                    let metadata = module.metadata.iter();
                    waiting.extend(metadata.flat_map(|it| it.dependencies.iter().cloned()));
                    found.push(module);
                }
            }
            let unmet = found.iter().filter(|module| !module.meets(&all));
            let unmet: Vec<String> = unmet.map(|module| module.name.clone()).collect();
            if unmet.is_empty() {
                for module in &mut found {
                    module.is_open = all.is_open(module);
                }
                return found;
            }
            refused.extend(unmet);
        }
    }

    fn installed(&self, name: String, directory: &Path) -> InstalledDirectory {
        let root = directory.join(&name);
        InstalledDirectory {
            metadata: metadata(self.fs, &root.join("metadata.json")),
            name,
            root,
            is_open: false,
        }
    }
}

fn metadata(fs: &dyn FileSystem, file: &Path) -> Option<Metadata> {
    let read = fs.read(file).ok()?;
    Some(Metadata::parse(&read.text))
}

fn dependencies(fs: &dyn FileSystem, file: &Path) -> Vec<Dependency> {
    metadata(fs, file).map_or_else(Vec::new, |metadata| metadata.dependencies)
}

/// A directory that may be a module which is installed.
struct InstalledDirectory {
    name: String,
    root: PathBuf,
    metadata: Option<Metadata>,
    /// A version of a later major one would do, too.
    is_open: bool,
}

/// The modules that a project wants, and in which versions.
pub(super) struct RequestedModules {
    dependencies: Vec<Dependency>,
    /// Those of a `Puppetfile`: each is deployed as it says, whatever is installed here.
    declared: Vec<PuppetfileModule>,
}

impl RequestedModules {
    /// Whether a version of a module would do that is newer than the one which is installed: of a later major one, as far
    /// as there is one. What the stub library knows as the newest is.
    fn is_open(&self, module: &InstalledDirectory) -> bool {
        let version = module.version();
        let later = match &version {
            Some(version) if !is_newest(&module.name, version) => {
                SemVer::new(version.major() + 1, 0, 0)
            }
            _ => SemVer::max(),
        };
        let mut declared = self.declared.iter();
        !declared.any(|it| is_named(&it.name, &module.name))
            && self
                .dependencies
                .iter()
                .filter(|dependency| is_named(&dependency.name, &module.name))
                .all(|dependency| {
                    is_within(dependency.version_requirement.as_deref(), Some(&later))
                })
    }

    /// Whether a module that is on this computer is what everything asks for that names it.
    pub(super) fn is_met_by(&self, module: &str, metadata: Option<&Metadata>) -> bool {
        let dependencies = self.dependencies.iter();
        let dependencies = dependencies.filter(|it| is_named(&it.name, module));
        let declared = self.declared.iter();
        let declared = declared.filter(|it| is_named(&it.name, module));
        let version = metadata.and_then(version_of);
        dependencies.into_iter().all(|dependency| {
            metadata.is_some()
                && may_be(metadata, &dependency.name)
                && is_within(dependency.version_requirement.as_deref(), version.as_ref())
        }) && declared.into_iter().all(|declared| {
            may_be(metadata, &declared.name)
                && declared.version.is_some()
                && is_within(declared.version.as_deref(), version.as_ref())
        })
    }
}

impl InstalledDirectory {
    fn meets(&self, asked_for: &RequestedModules) -> bool {
        asked_for.is_met_by(&self.name, self.metadata.as_ref())
    }

    fn version(&self) -> Option<SemVer> {
        version_of(self.metadata.as_ref()?)
    }
}

fn version_of(metadata: &Metadata) -> Option<SemVer> {
    SemVer::parse(metadata.version.as_deref()?).ok()
}

/// Whether a version is of the newest major one of a module, as far as the stub library knows it.
fn is_newest(module: &str, version: &SemVer) -> bool {
    let stubs = Library.module_stub_authors(module);
    let stubs = stubs.filter_map(|author| Library.module_stub(module, author));
    let newest = stubs.filter_map(|stub| newest_major(&stub)).max();
    newest.is_some_and(|newest| newest <= version.major())
}

/// Whether a full name is that of a module of this name.
fn is_named(full_name: &str, module: &str) -> bool {
    module_part(full_name).unwrap_or(full_name) == module
}

/// Whether a module can be the one of a full name: several authors have modules of one name.
fn may_be(metadata: Option<&Metadata>, full_name: &str) -> bool {
    let own = metadata.and_then(|it| it.name.as_deref());
    let author = |name: &str| Some(name.split_once(['/', '-'])?.0.to_lowercase());
    match (own.and_then(author), author(full_name)) {
        (Some(own), Some(wanted)) => own == wanted,
        _ => true,
    }
}

/// Whether a version is in a range; all are without a readable range.
fn is_within(range: Option<&str>, version: Option<&SemVer>) -> bool {
    let range = range.and_then(|range| SemVerRange::parse(range).ok());
    range.is_none_or(|range| version.is_some_and(|version| range.includes(version)))
}
