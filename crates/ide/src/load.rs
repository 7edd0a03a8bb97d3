//! Reading projects from disk, apart from the database, so that any thread may do it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use puppet_db::settings::Settings;
use puppet_project::discover::{Gravity, Options, installed_module_path};
use puppet_project::fs::{Disk, EntryKind, FileSystem, Hidden, Stamp, Walk, read_all};
use puppet_project::{ProjectModel, discover, settings};
use puppet_vfs::disk::{DiskText, ReadProblem};

use crate::unsaved::WithUnsaved;

/// The contents of a file on disk, or why there are none.
pub type DiskRead = Result<DiskText, ReadProblem>;

/// The modules and environments around some paths, with the contents of their files.
#[derive(Debug)]
pub struct LoadedProject {
    pub(crate) model: ProjectModel,
    pub(crate) contents: Contents,
    alone: Vec<PathBuf>,
    unsaved: Vec<PathBuf>,
    fingerprint: u64,
}

impl LoadedProject {
    /// Finds and reads what is around absolute `paths`, and around those documents `outside` that do not belong to it,
    /// from disk; of the documents that are `open`, those too that were never saved. May take long: call it on a thread
    /// that may wait.
    #[must_use]
    pub fn read(
        paths: &[PathBuf],
        outside: &[PathBuf],
        open: &[PathBuf],
        settings: &ClientSettings,
    ) -> Self {
        let options = settings.options();
        let fs = WithUnsaved::new(&Disk, open);
        let mut loaded = Self::read_with(&fs, paths, outside, &options);
        if !fs.files().is_empty() {
            loaded.unsaved = fs.files().iter().map(|it| (*it).to_owned()).collect();
            // That of the disk alone.
            let around = [paths, &*loaded.alone].concat();
            loaded.fingerprint =
                discover(&Disk, &around, &options).fingerprint(|it| Disk.stamp(it));
        }
        loaded
    }

    /// Finds and reads what is around absolute `paths`.
    #[must_use]
    pub fn read_from(fs: &dyn FileSystem, paths: &[PathBuf]) -> Self {
        Self::read_with(fs, paths, &[], &Options::default())
    }

    fn read_with(
        fs: &dyn FileSystem,
        paths: &[PathBuf],
        outside: &[PathBuf],
        options: &Options,
    ) -> Self {
        let mut model = discover(fs, paths, options);
        let mut alone = outside.to_vec();
        if !alone.is_empty() {
            let known: HashSet<&Path> = model.files().map(|(path, _)| path).collect();
            alone.retain(|path| !known.contains(&**path));
        }
        if !alone.is_empty() {
            model = discover(fs, &[paths, &*alone].concat(), options);
        }
        let mut seen = HashSet::new();
        let files = model.files().map(|(path, _)| path);
        let files: Vec<&Path> = files.filter(|it| seen.insert(it.as_os_str())).collect();
        let read = read_all(fs, &files);
        let names = files.iter().map(|path| path.as_os_str());
        let stamps = names.zip(read.iter().map(|(_, stamp)| *stamp));
        let stamps: HashMap<&OsStr, Option<Stamp>> = stamps.collect();
        // Stamps are from before the texts were read, so that what changes meanwhile is seen by the next look.
        let fingerprint = model.fingerprint(|path| stamps.get(path.as_os_str()).copied().flatten());
        let keys = files.into_iter().map(|path| key(path).into_owned());
        let contents = keys.zip(read.into_iter().map(|(text, _)| text));
        Self {
            contents: Contents(contents.collect()),
            model,
            alone,
            unsaved: Vec::new(),
            fingerprint,
        }
    }

    /// What [`fingerprint`] said when it was read.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The documents outside that belong to nothing else.
    #[must_use]
    pub fn alone(&self) -> &[PathBuf] {
        &self.alone
    }

    /// The documents that are not on disk.
    #[must_use]
    pub fn unsaved(&self) -> &[PathBuf] {
        &self.unsaved
    }

    /// What could not be read on the way, in words for people. A path that was asked for and does not exist is none: a
    /// document that was never saved has such a path.
    pub fn problems(&self) -> impl Iterator<Item = String> {
        let problems = self.model.problems.iter();
        let on_the_way = problems.filter(|problem| problem.gravity != Gravity::Fatal);
        on_the_way.map(|problem| format!("{}: {}", problem.path.display(), problem.message))
    }

    /// How many files there are.
    #[must_use]
    pub fn file_count(&self) -> usize {
        self.contents.0.len()
    }
}

/// A number that is another one when anything around the paths has changed on disk. May take long.
#[must_use]
pub fn fingerprint(paths: &[PathBuf], settings: &ClientSettings) -> u64 {
    discover(&Disk, paths, &settings.options()).fingerprint(|path| Disk.stamp(path))
}

/// What the user asked for in the settings of the editor.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClientSettings(Settings);

impl ClientSettings {
    /// Reads settings from JSON text; relative paths start at `base`. Gives also what is wrong with them.
    #[must_use]
    pub fn parse(json: &str, base: &Path) -> (Self, Vec<String>) {
        let base = base
            .to_string_lossy()
            .replace(std::path::MAIN_SEPARATOR, "/");
        match settings::parse_json(json, &base) {
            Ok(read) => {
                let problems = read.problems.into_iter();
                let problems = problems.map(|problem| match problem.help {
                    Some(help) => format!("{}; {help}", problem.message),
                    None => problem.message,
                });
                (Self(read.settings), problems.collect())
            }
            Err(error) => (Self::default(), vec![error.message]),
        }
    }

    fn options(&self) -> Options {
        Options {
            settings: self.0.clone(),
            installed: installed_module_path(),
        }
    }
}

/// What was read, as a file system that cannot block.
#[derive(Debug, Default)]
pub(crate) struct Contents(HashMap<OsString, DiskRead>);

impl Contents {
    pub(crate) fn one(path: &Path, contents: DiskRead) -> Self {
        Self(HashMap::from([(key(path).into_owned(), contents)]))
    }
}

/// The same for all spellings of a path: as it is where its parts can be divided in one way only.
fn key(path: &Path) -> Cow<'_, OsStr> {
    match MAIN_SEPARATOR {
        '/' => Cow::Borrowed(path.as_os_str()),
        _ => Cow::Owned(path.components().collect::<PathBuf>().into_os_string()),
    }
}

impl FileSystem for Contents {
    fn kind(&self, path: &Path) -> Option<EntryKind> {
        self.0.get(&*key(path)).map(|_| EntryKind::File)
    }

    fn read(&self, path: &Path) -> DiskRead {
        let read = self.0.get(&*key(path)).cloned();
        read.unwrap_or(Err(ReadProblem::NotFound))
    }

    fn is_in_memory(&self) -> bool {
        true
    }

    fn stamp(&self, _: &Path) -> Option<Stamp> {
        None
    }

    fn list(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }

    fn walk(&self, _: &Path, _: Hidden, _: &(dyn Fn(&Path) -> bool + Send + Sync)) -> Walk {
        Walk::default()
    }
}
