//! The user's stubs of Ruby code.

use std::path::{Path, PathBuf};

use super::{Discovery, EnvironmentModel};
use crate::fs::{FileSystem as _, HiddenEntries};

/// Where stubs are if the settings do not say it, below the directory of an environment or module.
const DIRECTORIES: [&str; 2] = [".puppet-analyzer/stubs", "puppet-analyzer-stubs"];

impl Discovery<'_> {
    /// The stub files of an environment: those that its settings name, or those in their usual directories.
    pub(super) fn stub_files_of(&mut self, environment: &EnvironmentModel) -> Vec<PathBuf> {
        let named = environment.settings.stubs.iter();
        let mut places: Vec<PathBuf> = named.map(|path| PathBuf::from(&**path)).collect();
        if places.is_empty() {
            let usual = DIRECTORIES.iter();
            places.extend(usual.map(|directory| environment.root.join(directory)));
        }
        let mut files = Vec::new();
        for place in places {
            if self.fs.is_file(&place) {
                files.push(place);
            } else if self.fs.is_directory(&place) {
                let below = self.fs.walk(&place, HiddenEntries::Skip, &|_| true).files;
                files.extend(below.into_iter().filter(|file| is_stub(file)));
            }
        }
        files.sort();
        files.dedup();
        files
    }
}

fn is_stub(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "toml")
}
