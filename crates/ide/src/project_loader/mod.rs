//! Loads projects from disk, apart from the database, so that any thread may do it.

pub(crate) mod disk_state;
pub(crate) mod module_texts;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use puppet_db::settings::Settings;
use puppet_db::{FileKind, LazyContents};
use puppet_project::discover::{DiscoveryOptions, ProblemSeverity};
use puppet_project::fs::{
    Disk, DiskFile, FileContents, FileSystem, OverlayFs, Readers, Stamp, contents_of,
};
use puppet_project::{ProjectModel, discover, settings};
use puppet_vfs::disk::{DiskText, ReadProblem};
use rustc_hash::FxHashMap;

/// The contents of a file on disk, or why there are none.
pub type DiskRead = Result<DiskText, ReadProblem>;

/// When the texts of a project are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadMode {
    /// With the project: a caller that has read some of them before compares.
    Now,
    /// On first use: the first answers need few of them.
    WhenAsked,
}

/// The modules and environments around some paths, with the contents of their files.
#[derive(Debug)]
pub struct LoadedProject {
    pub(crate) model: ProjectModel,
    pub(crate) found: ScannedFiles,
    unread: Option<PendingReads>,
    alone: Vec<PathBuf>,
    unsaved: Vec<PathBuf>,
    /// That of the disk alone, where it is not that of the model.
    fingerprint: Option<u64>,
}

impl LoadedProject {
    /// Finds what is around absolute `paths`, and around those documents `outside` that do not belong to it, on disk; of
    /// the documents that are `open`, those too that were never saved. May take long: call it on a thread that may wait.
    #[must_use]
    pub fn read(
        paths: &[PathBuf],
        outside: &[PathBuf],
        open: &[PathBuf],
        settings: &ClientSettings,
        reading: LoadMode,
    ) -> Self {
        let options = settings.options();
        let fs = OverlayFs::new(&Disk, open);
        let (model, alone) = find(&fs, paths, outside, &options);
        let unsaved: Vec<PathBuf> = fs.files().iter().map(|it| (*it).to_owned()).collect();
        let fingerprint = (!unsaved.is_empty()).then(|| {
            let around = [paths, &*alone].concat();
            discover(&Disk, &around, &options).fingerprint(|it| Disk.stamp(it))
        });
        let (found, texts) = ScannedFiles::on_disk(&model);
        let unread = match reading {
            LoadMode::Now => {
                texts.read(Readers::from_files(), || {});
                None
            }
            LoadMode::WhenAsked => Some(texts),
        };
        Self {
            model,
            found,
            unread,
            alone,
            unsaved,
            fingerprint,
        }
    }

    /// The texts of all files, to be read before requests need them; `None` if they are read, or taken, already.
    pub fn take_unread(&mut self) -> Option<PendingReads> {
        self.unread.take()
    }

    /// Finds and reads what is around absolute `paths`.
    #[must_use]
    pub fn read_from(fs: &dyn FileSystem, paths: &[PathBuf]) -> Self {
        let (model, alone) = find(fs, paths, &[], &DiscoveryOptions::default());
        Self {
            found: ScannedFiles::among(fs, &model),
            unread: None,
            model,
            alone,
            unsaved: Vec::new(),
            fingerprint: None,
        }
    }

    /// What [`fingerprint()`] says while nothing has changed on disk: as it was before each text was read, and as it is
    /// for those that are not read yet. May take long.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let of_model = || self.model.fingerprint(|path| self.found.stamp(path));
        self.fingerprint.unwrap_or_else(of_model)
    }

    /// The documents outside that belong to nothing else.
    #[must_use]
    pub fn unowned_files(&self) -> &[PathBuf] {
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
        let on_the_way = problems.filter(|problem| problem.gravity != ProblemSeverity::Fatal);
        on_the_way.map(|problem| format!("{}: {}", problem.path.display(), problem.message))
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
                let settings = Self(read.settings.clone());
                let problems = puppet_checks::settings_problems(read);
                (settings, problems.iter().map(ToString::to_string).collect())
            }
            Err(error) => (Self::default(), vec![error.message]),
        }
    }

    fn options(&self) -> DiscoveryOptions {
        DiscoveryOptions {
            settings: self.0.clone(),
            ..DiscoveryOptions::local_options()
        }
    }
}

/// The model of what is around some paths, and around those documents `outside` that do not belong to it, which are
/// given too.
fn find(
    fs: &dyn FileSystem,
    paths: &[PathBuf],
    outside: &[PathBuf],
    options: &DiscoveryOptions,
) -> (ProjectModel, Vec<PathBuf>) {
    let mut model = discover(fs, paths, options);
    let mut alone = outside.to_vec();
    if !alone.is_empty() {
        let known: HashSet<&Path> = model.files().map(|(path, _)| path).collect();
        alone.retain(|path| !known.contains(&**path));
    }
    if !alone.is_empty() {
        model = discover(fs, &[paths, &*alone].concat(), options);
    }
    (model, alone)
}

/// The shortest time between two reports of progress.
const TOLD: usize = 10;

/// Fewer texts than these are read before progress could be shown.
const FEW: usize = 500;

/// Contents that requests will need: first those of manifests and templates, since names are looked for in all of
/// them.
#[derive(Debug)]
pub struct PendingReads(Vec<LazyContents>);

impl PendingReads {
    /// Reads those that are not read yet, on a thread of its own; `tell` is called now and then with how many of how
    /// many are read, if there are many. May take long.
    pub fn prefetch(self, tell: impl Fn(usize, usize) + Sync) {
        let (all, read) = (self.0.len(), AtomicUsize::new(0));
        let step = (all / TOLD).max(FEW);
        self.read(Readers::new_prefetching(), || {
            let read = read.fetch_add(1, Ordering::Relaxed) + 1;
            if read.is_multiple_of(step) {
                tell(read, all);
            }
        });
    }

    fn read(self, readers: Readers, is_read: impl Fn() + Sync) {
        readers.run(&self.0, |contents| {
            let _ = contents.get();
            is_read();
        });
    }
}

/// The files that were found.
#[derive(Debug)]
pub(crate) struct ScannedFiles(FxHashMap<OsString, ScannedFile>);

#[derive(Debug)]
struct ScannedFile {
    contents: LazyContents,
    /// Where they come from, if that is the disk.
    file: Option<Arc<DiskFile>>,
}

impl ScannedFiles {
    /// The files of a model, to be read from disk on first use.
    fn on_disk(model: &ProjectModel) -> (Self, PendingReads) {
        Self::new(model, |path| {
            let file = Arc::new(DiskFile::new(path.to_owned()));
            ScannedFile {
                contents: LazyContents::from_source(Arc::clone(&file) as _),
                file: Some(file),
            }
        })
    }

    /// The files of a model with the texts that they have.
    fn among(texts: &dyn FileContents, model: &ProjectModel) -> Self {
        let file = |path: &Path| ScannedFile {
            contents: texts.contents(path),
            file: None,
        };
        Self::new(model, file).0
    }

    /// The files, and their texts: first those of manifests and templates, in the order of the model.
    fn new(model: &ProjectModel, file: impl Fn(&Path) -> ScannedFile) -> (Self, PendingReads) {
        let mut files = FxHashMap::default();
        let (mut code, mut others) = (Vec::new(), Vec::new());
        for (path, _) in model.files() {
            let key = key(path);
            if !files.contains_key(&*key) {
                let file = file(path);
                let texts = match is_code(path) {
                    true => &mut code,
                    false => &mut others,
                };
                texts.push(file.contents.clone());
                files.insert(key.into_owned(), file);
            }
        }
        code.append(&mut others);
        (Self(files), PendingReads(code))
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        self.0.get(&*key(path))?.file.as_ref()?.stamp()
    }
}

impl FileContents for ScannedFiles {
    fn contents(&self, path: &Path) -> LazyContents {
        let found = self.0.get(&*key(path));
        let found = found.map(|file| file.contents.clone());
        found.unwrap_or_else(|| contents_of(Err(ReadProblem::NotFound)).into())
    }

    fn is_in_memory(&self) -> bool {
        true
    }
}

/// Whether the text of a file decides what belongs to which module or environment.
#[must_use]
pub fn defines_project(path: &Path) -> bool {
    const NAMES: [&str; 6] = [
        "metadata.json",
        "environment.conf",
        "hiera.yaml",
        "puppet-analyzer.toml",
        "Puppetfile",
        "bolt-project.yaml",
    ];
    let name = path.file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| NAMES.contains(&name))
}

/// Whether the file at a path is a manifest or template.
fn is_code(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| FileKind::from_path(name).is_puppet())
}

/// The same for all spellings of a path: as it is where its parts can be divided in one way only.
fn key(path: &Path) -> Cow<'_, OsStr> {
    match MAIN_SEPARATOR {
        '/' => Cow::Borrowed(path.as_os_str()),
        _ => Cow::Owned(path.components().collect::<PathBuf>().into_os_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_after_loading_is_seen_and_one_before_is_not() {
        let folder = std::env::temp_dir().join(format!("puppet-ide-load-{}", std::process::id()));
        let manifests = folder.join("a/manifests");
        std::fs::create_dir_all(&manifests).expect("temporary folder");
        let (file, settings) = (manifests.join("init.pp"), ClientSettings::default());
        let write = |text: &str| std::fs::write(&file, text).expect("temporary file");
        let paths = [folder.clone()];
        write("class a {}");
        let loaded = LoadedProject::read(&paths, &[], &[], &settings, LoadMode::WhenAsked);
        write("class a { # longer\n}");
        assert_eq!(loaded.fingerprint(), fingerprint(&paths, &settings));
        let contents = loaded.found.contents(&file);
        assert_eq!(&*contents.get().text, "class a { # longer\n}");
        assert_eq!(loaded.fingerprint(), fingerprint(&paths, &settings));
        write("class a { # still longer\n}");
        let seen = (loaded.fingerprint(), fingerprint(&paths, &settings));
        let now = LoadedProject::read(&paths, &[], &[], &settings, LoadMode::Now);
        std::fs::remove_dir_all(&folder).expect("temporary folder");
        assert_ne!(seen.0, seen.1);
        assert_eq!(&*contents.get().text, "class a { # longer\n}");
        let now = now.found.contents(&file);
        assert!(now.is_read());
        assert_eq!(&*now.get().text, "class a { # still longer\n}");
    }
}
