//! Hiera's data files, as the `hiera.yaml` of a module or environment says.

use std::path::{Path, PathBuf};

use crate::fs::{ConfinedFs, FileSystem, HiddenEntries, normal};
use crate::hiera::{FILE_NAME, Format, HieraConfig, PathPattern};

/// The most data files that are read for one `hiera.yaml`.
const MAX_FILES: usize = 50_000;

/// The data of a module or environment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DataModel {
    /// Its `hiera.yaml`, if it has one.
    pub config: Option<PathBuf>,
    /// The files that it names, in the order of their paths.
    pub files: Vec<PathBuf>,
    /// Data files beside them that no level of the hierarchy reads, in the order of their paths.
    pub unread: Vec<PathBuf>,
    /// There are more files than are read.
    pub is_cut: bool,
    /// The beginnings of the paths that it names, as written, and that are not read because they lead outside, each with the
    /// key in whose value it stands.
    pub(super) outside: Vec<(&'static str, String)>,
}

impl DataModel {
    /// The `hiera.yaml` and the data files, read or not.
    pub(super) fn all_files(&self) -> impl Iterator<Item = &PathBuf> {
        self.config.iter().chain(&self.files).chain(&self.unread)
    }
}

/// The directories that hold data by convention.
pub(super) const USUAL_DATA: [&str; 3] = ["hieradata", "data", "hiera"];

/// The data of the environment in `root`: without a `hiera.yaml` of version 5 beside it, that of the usual directories,
/// if keys in them name parameters of classes.
pub(super) fn data_of_environment(fs: &ConfinedFs<'_>, root: &Path) -> DataModel {
    let mut data = data_of(fs, root);
    let config = data.config.as_deref().and_then(|path| fs.read(path).ok());
    if config.is_some_and(|config| !HieraConfig::parse(&config.text).levels.is_empty()) {
        return data;
    }
    for name in USUAL_DATA {
        let mut files = fs
            .walk(&root.join(name), HiddenEntries::Include, &|_| true)
            .files;
        files.retain(|file| {
            let extension = file.extension().and_then(|it| it.to_str());
            matches!(extension, Some("yaml" | "yml" | "eyaml"))
        });
        if files
            .iter()
            .take(MAX_SEARCHED)
            .any(|file| has_keys_of_classes(fs, file))
        {
            data.is_cut = files.len() > MAX_FILES;
            files.truncate(MAX_FILES);
            files.sort();
            data.files = files;
            return data;
        }
    }
    data
}

/// The most files of a directory in which keys are searched.
const MAX_SEARCHED: usize = 500;

/// Whether a line of a file starts with a key such as `web::port:`.
fn has_keys_of_classes(fs: &dyn FileSystem, file: &Path) -> bool {
    let is_key = |line: &str| {
        let key = line.trim_start_matches(['"', '\'']);
        let end = key.find(|it: char| !it.is_ascii_alphanumeric() && it != '_' && it != ':');
        let key = &key[..end.unwrap_or(key.len())];
        key.starts_with(|it: char| it.is_ascii_lowercase())
            && key.trim_end_matches(':').contains("::")
    };
    let Ok(read) = fs.read(file) else {
        return false;
    };
    read.text.lines().any(is_key)
}

/// The data of the module or environment in `root`.
pub(super) fn data_of(fs: &ConfinedFs<'_>, root: &Path) -> DataModel {
    let config_path = root.join(FILE_NAME);
    let Ok(read) = fs.read(&config_path) else {
        return DataModel::default();
    };
    let config = HieraConfig::parse(&read.text);
    let mut files = Vec::new();
    let mut unread = Vec::new();
    let mut outside = Vec::new();
    for level in &config.levels {
        let directory = normal(&root.join(&level.directory));
        if !fs.is_inside(&directory) {
            outside.push(("datadir", level.directory.clone()));
            continue;
        }
        let starts = level.paths.iter().map(PathPattern::start);
        let leads_outside = |start: &&str| {
            let folder = start.rfind('/').map_or("", |at| &start[..=at]);
            !fs.is_inside(&normal(&directory.join(folder)))
        };
        let starts = starts.filter(leads_outside);
        outside.extend(starts.map(|start| ("hierarchy", start.to_owned())));
        for file in fs.walk(&directory, HiddenEntries::Include, &|_| true).files {
            let path = file.strip_prefix(&directory).ok().and_then(Path::to_str);
            let Some(path) = path else { continue };
            if level.paths.iter().any(|pattern| pattern.may_match(path)) {
                files.push(file);
            } else if is_data(path, level.format) && directory != *root {
                unread.push(file);
            }
        }
    }
    files.sort();
    files.dedup();
    unread.sort();
    unread.dedup();
    let is_whole = !config.is_open && !config.has_plan_hierarchy;
    unread.retain(|file| is_whole && files.binary_search(file).is_err());
    let is_cut = files.len() > MAX_FILES || !outside.is_empty();
    files.truncate(MAX_FILES);
    unread.truncate(MAX_FILES);
    DataModel {
        config: Some(config_path),
        files,
        unread,
        is_cut,
        outside,
    }
}

/// Whether a file in the directory of a level looks like data for it.
fn is_data(path: &str, format: Format) -> bool {
    let is_hidden = path.split('/').any(|part| part.starts_with('.'));
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    !is_hidden
        && match format {
            Format::Yaml => matches!(extension, "yaml" | "yml" | "eyaml"),
            Format::Json => extension == "json",
        }
}
