//! The files of an environment as the database has them, for lookups and catalogs.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, FileProblem, LazyContents, Module};
use puppet_lookup::{Files, FolderEntry, PathKind};

/// The files of one moment, in the order of their paths. Nothing else is read.
pub(crate) struct ProjectFiles(Vec<(Arc<str>, LazyContents)>);

impl ProjectFiles {
    /// The code and data of an environment and of its modules.
    pub(crate) fn new(db: &dyn Db, environment: Environment) -> Self {
        let own = environment.manifests(db).iter().copied();
        let mut files: Vec<File> = own.chain(environment.data(db).all()).collect();
        for module in modules_with_code(db, environment) {
            files.extend(module.files(db).iter().copied());
            files.extend(module.data(db).all());
        }
        let contents = |file: File| (Arc::clone(file.path(db)), file.text_in(db).clone());
        let mut files: Vec<_> = files.into_iter().map(contents).collect();
        files.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        files.dedup_by(|one, other| one.0 == other.0);
        Self(files)
    }

    fn find(&self, path: &str) -> Option<&LazyContents> {
        let at = self.0.binary_search_by(|(other, _)| (**other).cmp(path));
        let (_, contents) = self.0.get(at.ok()?)?;
        let is_missing = contents.is_read() && contents.get().problem == Some(FileProblem::Missing);
        (!is_missing).then_some(contents)
    }

    /// The paths below a folder, without it.
    fn below<'a>(&'a self, folder: &str) -> impl Iterator<Item = &'a str> {
        let prefix = format!("{}/", folder.trim_end_matches('/'));
        let start = self.0.partition_point(|(path, _)| **path < *prefix);
        let rest = self.0.get(start..).unwrap_or_default().iter();
        rest.map_while(move |(path, _)| path.strip_prefix(&*prefix))
    }
}

/// The modules of an environment that are on disk: of others there are stubs only.
pub(crate) fn modules_with_code(
    db: &dyn Db,
    environment: Environment,
) -> impl Iterator<Item = Module> {
    let modules = environment.modules(db).iter().copied();
    modules.filter(move |module| !module.origin(db).is_stub())
}

impl Files for ProjectFiles {
    fn kind(&self, path: &str) -> PathKind {
        match self.find(path) {
            Some(_) => PathKind::File,
            None if self.below(path).next().is_some() => PathKind::Folder,
            None => PathKind::Missing,
        }
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        let contents = self.find(path).map(LazyContents::get);
        match contents {
            Some(contents) if contents.problem.is_none() => Ok(Arc::clone(&contents.text)),
            Some(_) => Err(format!("{path}: it cannot be read")),
            None => Err(format!("{path}: no such file")),
        }
    }

    fn list(&self, folder: &str) -> Vec<FolderEntry> {
        let mut entries: Vec<FolderEntry> = Vec::new();
        for rest in self.below(folder) {
            let (name, is_folder) = match rest.split_once('/') {
                Some((name, _)) => (name, true),
                None => (rest, false),
            };
            // Those of one folder follow each other.
            if entries.last().is_none_or(|last| last.name != name) {
                entries.push(FolderEntry {
                    name: name.to_owned(),
                    is_folder,
                });
            }
        }
        entries
    }
}
