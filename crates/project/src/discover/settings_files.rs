//! The settings files around directories.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use puppet_db::settings::Settings;

use super::confinement::{remove_outside_paths, trust};
use super::{Discovery, SettingsFile};
use crate::fs::FileSystem as _;
use crate::path_text;
use crate::settings::{nearest_file, parse};

/// The settings of an environment, and the file that they are from, if any.
pub(super) type Found = (Arc<Settings>, Option<PathBuf>);

impl Discovery<'_> {
    /// The environments that the settings around a path name, as far as they are around it or below.
    pub(super) fn chosen_environments(&mut self, path: &Path) -> Vec<PathBuf> {
        let (settings, _) = self.settings_of(path);
        let mut roots = Vec::new();
        for root in &settings.environments {
            match root.strip_suffix("/*") {
                Some(parent) => {
                    let parent = Path::new(parent);
                    let names = self.fs.list(parent).into_iter();
                    roots.extend(names.map(|name| parent.join(name)));
                }
                None => roots.push(PathBuf::from(&**root)),
            }
        }
        roots.retain(|root| {
            (root.starts_with(path) || path.starts_with(root)) && self.fs.is_directory(root)
        });
        roots
    }

    /// The settings file that counts for a directory.
    fn settings_file_of(&self, directory: &Path) -> Option<PathBuf> {
        match &self.options.settings_file {
            SettingsFile::Nearest => {
                nearest_file(self.unconfined, directory).filter(|file| !self.leads_outside(file))
            }
            SettingsFile::At(file) => Some(file.clone()),
            SettingsFile::Ignored => None,
        }
    }

    /// Whether a settings file is a symbolic link to a file that is neither beside or below it, nor in what is checked.
    fn leads_outside(&self, file: &Path) -> bool {
        let target = self.unconfined.canonical(file);
        let own = file.parent().and_then(|it| self.unconfined.canonical(it));
        target
            .zip(own)
            .is_some_and(|(target, own)| !target.starts_with(own) && !self.fs.is_inside(&target))
    }

    /// The settings for a directory: those of the nearest file in it or above, below those that were given.
    pub(super) fn settings_of(&mut self, directory: &Path) -> Found {
        let Some(file) = self.settings_file_of(directory) else {
            return (Arc::new(self.options.settings.clone()), None);
        };
        if let Some(found) = self.settings.get(&file) {
            return (Arc::clone(found), Some(file));
        }
        let read = self.unconfined.read(&file);
        let read = read.map(|read| self.confined_settings(&file, &read.text));
        // What is wrong with the file is found when it is checked.
        let settings = Arc::new(match read {
            Ok(settings) => self.options.settings.clone().with_fallback(&settings),
            Err(_) => self.options.settings.clone(),
        });
        self.settings.insert(file.clone(), Arc::clone(&settings));
        (settings, Some(file))
    }

    /// The settings of a file. One that the user names may lead anywhere, others to what is beside and below them.
    fn confined_settings(&mut self, file: &Path, text: &str) -> Settings {
        let directory = file.parent().unwrap_or(file);
        let mut settings = parse(text, &path_text(directory)).settings;
        if matches!(self.options.settings_file, SettingsFile::At(_)) {
            trust(self.fs, &settings);
            return settings;
        }
        self.fs.add_root(directory);
        let outside = remove_outside_paths(self.fs, file, text, &mut settings);
        self.outside_of_settings.insert(file.to_owned(), outside);
        settings
    }
}
