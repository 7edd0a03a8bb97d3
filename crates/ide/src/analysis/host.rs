//! The owner of all state.

use std::sync::Arc;
use std::thread;

use puppet_db::File;
use puppet_db::RootDatabase;
use puppet_nodes::{ChosenNode, NodeView, SystemFailures};
use puppet_project::ProjectInputs;
use puppet_project::fs::contents_of;
use puppet_project::installed_puppet::InstalledPuppet;
use puppet_vfs::{ChangeSet, FileId, PathInterner};
use rustc_hash::FxHashSet;

use crate::Analysis;
use crate::analysis::parallel::STACK_SIZE;
use crate::project_loader::{DiskRead, LoadedProject};
use puppet_ide_db::file_table::FileTable;
use puppet_ide_db::forge::Forge;

/// After so many texts that were written, the database is renewed: see [`AnalysisHost::renew`].
const MAX_WRITTEN: usize = 5_000;

/// Owns the database. Writes go through it; questions are asked on an [`Analysis`].
///
/// A write waits until every [`Analysis`] is dropped, and cancels what they compute. Never keep one on the thread that
/// writes.
pub struct AnalysisHost {
    db: RootDatabase,
    inputs: ProjectInputs,
    /// How many texts were written since the database was new.
    written: usize,
    paths: Arc<PathInterner>,
    files: Arc<FileTable>,
    /// What the last look at the disk found.
    project: FxHashSet<File>,
    /// What the Forge has said, if it is asked.
    forge: Option<Arc<Forge>>,
    installed: Option<Arc<InstalledPuppet>>,
    /// What holds for the chosen node in the state of this moment.
    node: Option<Arc<NodeView>>,
    /// What fails on operating systems that modules claim, as far as that was checked.
    systems: Option<Arc<SystemFailures>>,
}

impl AnalysisHost {
    /// A host without files. `paths` names the files of all that is put in.
    #[must_use]
    pub fn new(paths: Arc<PathInterner>) -> Self {
        Self {
            db: RootDatabase::default(),
            inputs: ProjectInputs::default(),
            written: 0,
            files: Arc::new(FileTable::new(Arc::clone(&paths))),
            paths,
            project: FxHashSet::default(),
            forge: None,
            installed: None,
            node: None,
            systems: None,
        }
    }

    /// The state of this moment, for questions on another thread.
    #[must_use]
    pub fn analysis(&self) -> Analysis {
        Analysis::new(
            self.db.snapshot(),
            Arc::clone(&self.files),
            self.forge.clone(),
            self.installed.clone(),
            self.node.clone(),
            self.systems.clone(),
        )
    }

    /// Sets whether the diagnostics of most files will be asked for, or only those of a few.
    pub fn expect_all(&mut self, expects_all: bool) {
        self.db.set_expects_all(expects_all);
    }

    /// Sets what is known of the Forge; `None` if it is not used.
    pub fn set_forge(&mut self, forge: Option<Arc<Forge>>) {
        self.forge = forge;
    }

    /// Lets hovers show what the Puppet of this computer says of what it ships. It is looked for when one asks.
    pub fn use_installed_puppet(&mut self) {
        self.installed = Some(Arc::default());
    }

    /// Chooses the node for which values are told, or none. Nothing else is computed again.
    pub fn choose_node(&mut self, node: Option<ChosenNode>) {
        self.node = node.map(|node| Arc::new(NodeView::new(node)));
    }

    /// Takes over what was found about modules on the operating systems that they claim.
    /// Returns whether that is something else than what was known.
    pub fn update_system_failures(&mut self, failures: Vec<SystemFailures>) -> bool {
        let mut known = self.systems.as_deref().cloned().unwrap_or_default();
        let mut is_different = false;
        for newer in failures {
            is_different |= known.update(newer);
        }
        self.systems = Some(Arc::new(known));
        is_different
    }

    /// Forgets what was found about modules on operating systems.
    pub fn forget_system_failures(&mut self) {
        self.systems = None;
    }

    /// Whether a node is chosen.
    #[must_use]
    pub fn has_node(&self) -> bool {
        self.node.is_some()
    }

    /// Whether so much was written that it is worth its work to [renew](Self::renew) the database.
    #[must_use]
    pub fn needs_renewal(&self) -> bool {
        self.written >= MAX_WRITTEN
    }

    /// Starts again with an empty database; the texts of open documents and then the project have to be put in again.
    ///
    /// A database keeps a result for each name and each definition that was ever asked about, also when no text has it any
    /// more: keys of queries cannot be removed, and most are never used again for others.
    pub fn renew(&mut self) {
        let db = std::mem::take(&mut self.db);
        self.db
            .set_expects_all(puppet_db::check_settings::expects_all(&db));
        discard(db);
        self.inputs = ProjectInputs::default();
        self.written = 0;
        self.files = Arc::new(FileTable::new(Arc::clone(&self.paths)));
        self.project.clear();
        let node = self.node.take();
        self.choose_node(node.map(|node| node.chosen().clone()));
    }

    /// Forgets what held for the chosen node before a write.
    fn renew_node(&mut self) {
        self.node = self.node.as_ref().map(|node| Arc::new(node.renewed()));
    }

    /// Writes the texts of open documents.
    pub fn apply(&mut self, changes: ChangeSet) {
        self.renew_node();
        self.written += changes.len();
        for change in changes {
            if let Some(path) = self.files.path(change.file) {
                let file = self.inputs.set_text(&mut self.db, &path, Some(change.text));
                self.files.insert(change.file, file);
            }
        }
    }

    /// Replaces the modules and environments that are known, and the texts of all files but those of open documents.
    pub fn set_project(&mut self, project: &LoadedProject, is_open: &dyn Fn(FileId) -> bool) {
        self.renew_node();
        let files = Arc::clone(&self.files);
        let keep = |file| files.known_id(file).is_some_and(is_open);
        self.written += self
            .inputs
            .refresh(&mut self.db, &project.found, &project.model, &keep);
        self.inputs
            .apply(&mut self.db, &project.found, &project.model);
        self.project.clear();
        let found = self.inputs.model_files(&project.model);
        let found = found.filter(|(_, file)| self.project.insert(*file));
        self.files.replace(found, is_open);
    }

    /// Writes what the disk holds. Not for open documents. A file that is in no module and no environment is forgotten.
    /// Returns whether that is something else than what was known.
    pub fn set_disk_file(&mut self, id: FileId, read: DiskRead) -> bool {
        self.renew_node();
        self.written += 1;
        let Some(path) = self.files.path(id) else {
            return false;
        };
        let known = self.inputs.file(&path);
        if !known.is_some_and(|file| self.project.contains(&file)) {
            if known.is_some() {
                self.inputs.set_text(&mut self.db, &path, None);
            }
            self.files.remove(id);
            return known.is_some();
        }
        let contents = contents_of(read).into();
        self.inputs.reload(&mut self.db, &path, contents)
    }

    /// Whether the file is part of a module or environment.
    #[must_use]
    pub fn is_found(&self, file: FileId) -> bool {
        let file = self.files.input(file);
        file.is_some_and(|file| self.project.contains(&file))
    }

    /// Whether the file is part of the workspace: found on disk, or open.
    #[must_use]
    pub fn contains_file(&self, file: FileId) -> bool {
        self.files.input(file).is_some()
    }
}

/// Ends what is computed on a database, and frees it on a thread of its own: there is much of it.
fn discard(mut db: RootDatabase) {
    salsa::Database::trigger_cancellation(&mut db);
    let builder = thread::Builder::new().stack_size(STACK_SIZE);
    // Where no thread can be started, it is freed here.
    let _ = builder.spawn(move || drop(db));
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::{Duration, Instant};

    use puppet_inference::variables::body_reads::body_reads;
    use puppet_project::fs::Memory;
    use puppet_semantic::index::item_tree::items;
    use puppet_vfs::disk::DiskText;
    use puppet_vfs::{FilePath, Vfs};

    use super::*;

    fn disk(text: &str) -> DiskRead {
        Ok(DiskText {
            text: text.into(),
            invalid_utf8: None,
        })
    }

    fn project(files: &[(&str, &str)]) -> LoadedProject {
        let memory: Memory = files.iter().copied().collect();
        LoadedProject::read_from(&memory, &[PathBuf::from("/m")])
    }

    #[test]
    fn what_was_read_before_the_project_is_found_is_not_read_again() {
        let found = [("/m/a/manifests/init.pp", "class a {}")];
        let mut vfs = Vfs::default();
        let mut host = AnalysisHost::new(Arc::clone(vfs.paths()));
        let file = vfs.paths().intern(&FilePath::disk(found[0].0));
        vfs.open(file, 1, "class a::open {}".into());
        host.apply(vfs.take_changes());
        host.analysis().prefetch(file).expect("an answer");
        let program = |host: &AnalysisHost| {
            let input = host.files.input(file).expect("a known file");
            puppet_db::program(&host.db, input)
        };
        let before = program(&host);
        host.set_project(&project(&found), &|file| vfs.is_open(file));
        assert!(Arc::ptr_eq(&before, &program(&host)));
    }

    #[test]
    fn what_was_open_once_is_forgotten_unless_the_project_has_it() {
        let found = [("/m/a/manifests/init.pp", "class a {}")];
        let mut vfs = Vfs::default();
        let mut host = AnalysisHost::new(Arc::clone(vfs.paths()));
        host.set_project(&project(&found), &|_| false);
        for (path, stays) in [(found[0].0, true), ("/m/a/other/x.pp", false)] {
            let path = FilePath::disk(path);
            let file = vfs.paths().intern(&path);
            vfs.open(file, 1, "class a::open {}".into());
            host.apply(vfs.take_changes());
            assert!(host.contains_file(file));
            vfs.close(file);
            host.set_disk_file(file, disk("class a::saved {}"));
            assert_eq!(host.contains_file(file), stays, "{path}");
            let symbols = host.analysis().workspace_symbols("a::").expect("an answer");
            let names: Vec<_> = symbols.iter().map(|symbol| &*symbol.name).collect();
            assert_eq!(names, ["a::saved"]);
        }
    }

    #[test]
    fn what_is_gone_from_disk_stays_only_while_it_is_open() {
        let mut vfs = Vfs::default();
        let mut host = AnalysisHost::new(Arc::clone(vfs.paths()));
        let kept = ("/m/a/manifests/init.pp", "class a {}");
        let gone = ("/m/a/manifests/b.pp", "class a::b {}");
        host.set_project(&project(&[kept, gone]), &|_| false);
        let path = FilePath::disk(gone.0);
        let file = vfs.paths().intern(&path);
        vfs.open(file, 1, gone.1.into());
        host.apply(vfs.take_changes());
        host.set_project(&project(&[kept]), &|file| vfs.is_open(file));
        assert!(host.contains_file(file));
        vfs.close(file);
        host.set_disk_file(file, Err(puppet_vfs::disk::ReadProblem::NotFound));
        assert!(!host.contains_file(file));
        host.set_project(&project(&[kept, gone]), &|file| vfs.is_open(file));
        assert!(host.contains_file(file));
    }

    #[test]
    fn what_was_said_about_texts_that_are_gone_is_forgotten() {
        let found = [("/m/a/manifests/init.pp", "class a { }")];
        let mut vfs = Vfs::default();
        let mut host = AnalysisHost::new(Arc::clone(vfs.paths()));
        host.set_project(&project(&found), &|_| false);
        let file = vfs.paths().intern(&FilePath::disk(found[0].0));
        vfs.open(file, 1, "class a { class a::gone { } }".into());
        host.apply(vfs.take_changes());
        let input = host.files.input(file).expect("a known file");
        let item = items(&host.db, input).last().expect("a class").item;
        let environment = host.db.environments()[0];
        let reads = Arc::downgrade(&body_reads(&host.db, environment, item));
        for number in 1..MAX_WRITTEN {
            assert!(!host.needs_renewal());
            vfs.edit(file, 2, |it| *it = format!("class a {{ $x = {number} }}"));
            host.apply(vfs.take_changes());
        }
        assert!(host.needs_renewal());
        host.renew();
        vfs.edit(file, 2, |_| {});
        host.apply(vfs.take_changes());
        host.set_project(&project(&found), &|file| vfs.is_open(file));
        assert!(!host.needs_renewal());
        assert!(host.is_found(file));
        let text = host.analysis().text(file).expect("an answer");
        assert!(text.contains("4999"));
        let end = Instant::now() + Duration::from_secs(60);
        while reads.strong_count() > 0 {
            assert!(Instant::now() < end, "a result is kept");
            thread::yield_now();
        }
    }
}
