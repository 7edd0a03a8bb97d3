//! The files and environments that [`puppet_lookup`] asks for.

use std::path::Path;
use std::sync::Arc;

use puppet_data::environment_conf;
use puppet_lookup::{Files, FolderEntry, LookupEnvironment, PathKind};

use crate::fs::{EntryKind, FileSystem};

/// The files of a file system, for lookups.
#[derive(Debug, Clone, Copy)]
pub struct LookupFiles<F>(pub F);

impl<F: FileSystem> Files for LookupFiles<F> {
    fn kind(&self, path: &str) -> PathKind {
        match self.0.kind(Path::new(path)) {
            None => PathKind::Missing,
            Some(EntryKind::Directory) => PathKind::Folder,
            Some(EntryKind::File | EntryKind::Other) => PathKind::File,
        }
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        let read = self
            .0
            .read(Path::new(path))
            .map_err(|problem| format!("{path}: {problem}"))?;
        match read.invalid_utf8 {
            None => Ok(read.text),
            Some(_) => Err(format!("{path}: invalid byte sequence in UTF-8")),
        }
    }

    fn list(&self, folder: &str) -> Vec<FolderEntry> {
        let folder = Path::new(folder);
        let names = self.0.list(folder).into_iter();
        names
            .map(|name| FolderEntry {
                is_folder: self.0.is_directory(&folder.join(&name)),
                name,
            })
            .collect()
    }
}

/// The environment in a directory: its module path and data provider, as `environment.conf` has them
/// (`Puppet::Settings::EnvironmentConf`). `base` are the directories that `$basemodulepath` stands for.
#[must_use]
pub fn lookup_environment(
    fs: &dyn FileSystem,
    root: &Path,
    name: &str,
    base: &[String],
) -> LookupEnvironment {
    let conf = fs.read(&root.join("environment.conf")).ok();
    let conf = conf
        .map(|read| environment_conf::parse(&read.text))
        .unwrap_or_default();
    let own = |entry: &str| root.join(entry).to_string_lossy().into_owned();
    let modulepath = match conf.get("modulepath") {
        None => std::iter::once(own("modules"))
            .chain(base.iter().cloned())
            .collect(),
        Some(setting) => {
            let entries = setting
                .value
                .split(':')
                .map(str::trim)
                .filter(|entry| !entry.is_empty());
            let directories = entries.flat_map(|entry| match entry {
                "$basemodulepath" => base.to_vec(),
                entry => vec![own(entry)],
            });
            directories
                .filter(|directory| !directory.contains('$'))
                .collect()
        }
    };
    LookupEnvironment {
        name: name.to_owned(),
        root: root.to_string_lossy().into_owned(),
        modulepath,
        data_provider: conf
            .get("environment_data_provider")
            .map(|setting| setting.value.clone()),
        global_config: None,
    }
}
