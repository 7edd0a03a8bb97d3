//! The modules of one project, each in a directory of its name, with a list of where they come from.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use puppet_project::metadata::Metadata;
use puppet_vfs::atomic_write;
use tempfile::TempDir;

use crate::FetchOutcome;
use crate::module_writer::ModuleWriter;
use crate::requests::slug;
use crate::resolve::ModuleNeed;

/// The file that says where each module comes from. No module can have its name.
const LIST: &str = ".sources.json";

/// The directory with the modules of a project.
#[derive(Debug)]
pub(crate) struct ModuleCache {
    directory: PathBuf,
    /// Where each module comes from.
    sources: BTreeMap<String, String>,
}

impl ModuleCache {
    /// Opens a directory, which is made if it does not exist.
    ///
    /// # Errors
    /// That it cannot be made.
    pub(crate) fn open(directory: &Path) -> Result<Self, String> {
        let cannot = |error| format!("cannot write {}: {error}", directory.display());
        fs::create_dir_all(directory).map_err(cannot)?;
        let list = fs::read(directory.join(LIST)).ok();
        let sources = list.and_then(|text| serde_json::from_slice(&text).ok());
        Ok(Self {
            directory: directory.to_owned(),
            sources: sources.unwrap_or_default(),
        })
    }

    /// Puts a module in, unless it is there from the same source.
    ///
    /// # Errors
    /// Why its files cannot be written; then the module that was there before is kept.
    pub(crate) fn put(
        &mut self,
        name: &str,
        source: &str,
        write: impl FnOnce(&mut ModuleWriter) -> Result<(), String>,
    ) -> Result<FetchOutcome, String> {
        let target = self.directory.join(name);
        let is_same = self.sources.get(name).is_some_and(|it| it == source);
        if is_same && target.is_dir() {
            return Ok(FetchOutcome::Kept);
        }
        let aside = self.aside(name)?;
        let new = aside.path().join("new");
        fs::create_dir(&new).map_err(|error| error.to_string())?;
        write(&mut ModuleWriter::new(new.clone()))?;
        self.move_away(name, &aside)?;
        fs::rename(&new, &target).map_err(|error| error.to_string())?;
        self.sources.insert(name.to_owned(), source.to_owned());
        self.save()?;
        Ok(FetchOutcome::Fetched)
    }

    /// The modules that a module needs.
    pub(crate) fn dependencies(&self, name: &str) -> Vec<ModuleNeed> {
        let metadata = self.directory.join(name).join("metadata.json");
        let text = fs::read_to_string(metadata).unwrap_or_default();
        let dependencies = Metadata::parse(&text).dependencies.into_iter();
        let needs = dependencies.filter_map(|it| Some((slug(&it.name)?, it.version_requirement)));
        needs.collect()
    }

    /// Removes all modules but some.
    ///
    /// # Errors
    /// That one cannot be removed.
    pub(crate) fn retain(&mut self, keep: impl Fn(&str) -> bool) -> Result<(), String> {
        let names: Vec<String> = self.sources.keys().cloned().collect();
        for name in names.iter().filter(|name| !keep(name)) {
            let aside = self.aside(name)?;
            self.move_away(name, &aside)?;
        }
        Ok(())
    }

    /// A directory that goes away with the value. Nothing takes it for a module.
    fn aside(&self, name: &str) -> Result<TempDir, String> {
        let prefix = format!(".{name}-");
        let aside = tempfile::Builder::new()
            .prefix(&prefix)
            .tempdir_in(&self.directory);
        aside.map_err(|error| format!("cannot write {}: {error}", self.directory.display()))
    }

    /// Moves a module out of the way, if it is there. It is off the list before it is gone.
    fn move_away(&mut self, name: &str, aside: &TempDir) -> Result<(), String> {
        self.sources.remove(name);
        self.save()?;
        let directory = self.directory.join(name);
        match fs::symlink_metadata(&directory).is_ok() {
            true => fs::rename(&directory, aside.path().join("old"))
                .map_err(|error| format!("cannot remove {}: {error}", directory.display())),
            false => Ok(()),
        }
    }

    fn save(&self) -> Result<(), String> {
        let list = serde_json::to_vec_pretty(&self.sources).map_err(|error| error.to_string())?;
        let path = self.directory.join(LIST);
        atomic_write::create(&path, &list)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))
    }
}
