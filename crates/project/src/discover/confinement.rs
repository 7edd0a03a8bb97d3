//! The directories that discovery may read: those that were asked for, those of the user's own settings, and the usual
//! places of modules. What files of the opened folder name outside of them is left out, and listed.

use std::path::{Path, PathBuf};

use puppet_db::settings::Settings;

use super::installed::MODULE_DIRECTORIES;
use super::{Discovery, DiscoveryOptions, EnvironmentModel, OutsidePath};
use crate::fs::{ConfinedFs, FileSystem};
use crate::settings;

/// The usual places of code (`$codedir`). Those of modules are [`MODULE_DIRECTORIES`].
const CODE_DIRECTORIES: [&str; 2] = ["/etc/puppetlabs/code", "/etc/puppet/code"];

/// What discovery may read of a file system.
pub(super) fn confine<'a>(
    fs: &'a dyn FileSystem,
    paths: &[PathBuf],
    options: &DiscoveryOptions,
) -> ConfinedFs<'a> {
    let confined = ConfinedFs::new(fs);
    for path in paths {
        confined.add_root(path);
    }
    for directory in CODE_DIRECTORIES.iter().chain(&MODULE_DIRECTORIES) {
        confined.add_trusted(Path::new(directory));
    }
    for directory in options.installed.iter().chain(&options.fetched) {
        confined.add_trusted(directory);
    }
    trust(&confined, &options.settings);
    confined
}

/// Lets be read what the user's own settings name.
pub(super) fn trust(confined: &ConfinedFs<'_>, settings: &Settings) {
    let named = settings.module_path.iter().chain(&settings.stubs);
    for path in named.chain(&settings.environments) {
        confined.add_trusted(directory(path));
    }
}

/// Takes out of the settings of a file what leads outside.
pub(super) fn remove_outside_paths(
    confined: &ConfinedFs<'_>,
    file: &Path,
    text: &str,
    settings: &mut Settings,
) -> Vec<OutsidePath> {
    let mut outside = Vec::new();
    let base = file.parent().unwrap_or(file);
    for (setting, paths) in [
        ("module-path", &mut settings.module_path),
        ("environments", &mut settings.environments),
        ("stubs", &mut settings.stubs),
    ] {
        let count = paths.len();
        paths.retain(|path| confined.is_inside(directory(path)));
        if paths.len() == count {
            continue;
        }
        let written = settings::path_entries(text, setting).into_iter();
        let written = written.filter(|it| !confined.is_inside(&base.join(directory(it))));
        outside.extend(written.map(|entry| OutsidePath {
            file: file.to_owned(),
            setting,
            entry,
        }));
    }
    outside
}

/// The directory of a path, whose last part may be a `*`.
fn directory(path: &str) -> &Path {
    Path::new(match path.strip_suffix("/*") {
        Some("") => "/",
        Some(directory) => directory,
        None => path,
    })
}

impl Discovery<'_> {
    /// Whether a path may be read that a file names; one that may not is remembered.
    pub(super) fn may_read(
        &self,
        path: &Path,
        outside: &mut Vec<OutsidePath>,
        named: impl FnOnce() -> OutsidePath,
    ) -> bool {
        let may = self.fs.is_inside(path);
        if !may {
            outside.push(named());
        }
        may
    }

    /// Lists the paths that the settings and the `hiera.yaml` files of an environment name outside.
    pub(super) fn add_outside_paths(&self, environment: &mut EnvironmentModel) {
        let of_settings = environment.settings_file.as_ref();
        let of_settings = of_settings.and_then(|file| self.outside_of_settings.get(file));
        environment
            .outside
            .extend(of_settings.into_iter().flatten().cloned());
        let modules = environment.modules.iter().map(|module| &module.data);
        for data in modules.chain([&environment.data]) {
            let config = data.config.iter();
            environment.outside.extend(config.flat_map(|file| {
                data.outside.iter().map(|(setting, entry)| OutsidePath {
                    file: file.clone(),
                    setting,
                    entry: entry.clone(),
                })
            }));
        }
        environment.outside.sort();
        environment.outside.dedup();
    }
}
