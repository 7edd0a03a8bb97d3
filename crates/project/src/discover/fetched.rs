//! Modules that `puppet-analyzer deps` has fetched for a folder, outside of it.

use std::path::{Path, PathBuf};

use puppet_db::ModuleOrigin;

use super::{Discovery, EnvironmentModel};
use crate::cache_dir;
use crate::fs::FileSystem as _;
use crate::metadata::Metadata;

/// The directory below which modules are fetched, among what can be had again.
#[must_use]
pub fn fetched_modules_folder() -> Option<PathBuf> {
    Some(cache_dir::folder()?.join("modules"))
}

/// Where the modules are that are fetched for a folder, below `cache`.
#[must_use]
pub fn fetched_modules_of(cache: &Path, folder: &Path) -> PathBuf {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let name: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(40)
        .collect();
    let number = stable_hash(folder.as_os_str().as_encoded_bytes());
    cache.join(format!("{name}-{number:016x}"))
}

/// The same number in all versions of the program (FNV-1a).
fn stable_hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl Discovery<'_> {
    /// Adds the modules that the user has fetched for the folder of an environment, after all that are on its module path.
    ///
    /// What the folder asks for may have changed since. A name that such a module lacks is then no error.
    pub(super) fn add_fetched_modules(&mut self, environment: &mut EnvironmentModel) {
        let Some(cache) = &self.options.fetched else {
            return;
        };
        if environment.settings.installed_modules == Some(false) {
            return;
        }
        let directory = fetched_modules_of(cache, &environment.root);
        if !self.fs.is_directory(&directory) {
            return;
        }
        let asked_for = self.requested_modules(environment);
        let known = environment.modules.len();
        self.add_dependencies_of(environment, &directory);
        for module in environment.modules.iter_mut().skip(known) {
            let metadata = module.metadata.iter();
            let read = metadata.filter_map(|file| self.fs.read(file).ok());
            let metadata = read.map(|read| Metadata::parse(&read.text)).next();
            if !asked_for.is_met_by(&module.name, metadata.as_ref()) {
                module.origin = ModuleOrigin::Installed;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_folder_has_a_place_that_stays_the_same() {
        let place = |folder: &str| fetched_modules_of(Path::new("/c"), Path::new(folder));
        assert_eq!(place("/home/me/web"), Path::new("/c/web-acc01ff5fbb1d709"));
        assert_ne!(place("/home/me/web"), place("/home/you/web"));
        assert_eq!(place("/"), Path::new("/c/-af63a24c860189fe"));
    }
}
