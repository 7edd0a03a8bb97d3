//! The project: folders, what the loader read, and what follows when it changes.

use crate::client_refresh::RefreshKind;
use crate::lsp;
use crate::main_loop::MainLoop;
use crate::main_loop::documents::is_puppet_code;
use crate::polling_watcher::WatchTarget;
use crate::project_loader::{LoadTask, Loaded, ProjectTask};
use crate::transport::client_sender::ClientMessage;
use puppet_ide::LoadMode;
use puppet_vfs::disk::ReadProblem;
use puppet_vfs::{FileId, FilePath};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

impl MainLoop {
    pub(super) fn folders_changed(&mut self, event: lsp::WorkspaceFoldersChangeEvent) {
        for folder in event
            .removed
            .iter()
            .filter_map(|folder| folder.uri.to_file_path().ok())
        {
            self.folders.retain(|known| *known != folder);
        }
        self.folders.extend(
            event
                .added
                .iter()
                .filter_map(|folder| folder.uri.to_file_path().ok()),
        );
        self.reload = true;
    }

    /// Whether modules and environments are looked for again.
    pub(super) fn is_searching(&self) -> bool {
        self.has_project && (self.is_loading || self.reload || self.reload_quietly)
    }

    /// Looks for modules and environments again, if anything asked for it in this turn.
    pub(super) fn reload_project(&mut self) {
        // What asks for it while a search is under way is served by one more search after it.
        if self.is_loading || !(self.reload || self.reload_quietly) {
            return;
        }
        if self.reload {
            self.progress.begin();
            self.status.indexing();
        }
        self.reload = false;
        self.reload_quietly = false;
        self.is_loading = true;
        self.documents_at_load = self.open();
        let task = ProjectTask {
            folders: self.folders.clone(),
            outside: self.paths_outside_folders(),
            open: self.documents_at_load.clone(),
            settings: Arc::clone(&self.settings.client),
            reading: match self.has_project {
                true => LoadMode::Now,
                false => LoadMode::WhenAsked,
            },
        };
        self.loader.load(LoadTask::Project(task));
    }

    pub(super) fn loaded(&mut self, loaded: Loaded) {
        let mut is_news = matches!(loaded, Loaded::Project(_));
        match loaded {
            Loaded::Project(project) => {
                self.is_loading = false;
                if !std::mem::replace(&mut self.has_project, true) {
                    let open: Vec<FileId> = self.vfs.open_files().collect();
                    open.into_iter().for_each(|file| self.help_with(file));
                    // Until now, answers waited; the texts are still being read.
                    is_news = false;
                } else {
                    self.progress.end();
                }
                self.unowned_documents = project.unowned_files().to_vec();
                self.unsaved = project.unsaved().to_vec();
                // Some may have been closed while they were looked at.
                let open = self.open();
                let is_closed = |path: &PathBuf| !open.contains(path);
                self.reload |= self.unowned_documents.iter().any(is_closed);
                self.reload_quietly |= self.unsaved.iter().any(is_closed);
                self.status
                    .set_project_problems(project.problems().collect());
                for problem in project.problems() {
                    if self.reported_io_errors.insert(problem.clone()) {
                        tracing::warn!("{problem}");
                        self.outbox
                            .send(ClientMessage::Log(lsp::MessageType::WARNING, problem));
                    }
                }
                // A search is when most is computed again in any case.
                if self.host.needs_renewal() {
                    self.renew();
                }
                let vfs = &self.vfs;
                self.host.set_project(&project, &|file| vfs.is_open(file));
                // Some were opened meanwhile, and may be new files of a module.
                self.has_new_document = open.iter().any(|path| {
                    let file = self.vfs.paths().intern(&FilePath::disk(path));
                    is_puppet_code(path)
                        && !self.documents_at_load.contains(path)
                        && !self.host.is_found(file)
                });
                self.reload_quietly |= self.has_new_document;
                if let Some(watcher) = &self.watcher {
                    watcher.watch(WatchTarget {
                        paths: self
                            .folders
                            .iter()
                            .chain(&self.unowned_documents)
                            .cloned()
                            .collect(),
                        settings: Arc::clone(&self.settings.client),
                        found: project,
                    });
                }
                self.prefetch_due = Some(Instant::now());
                self.put_off_system_checks();
            }
            Loaded::Files(files) => {
                for (file, contents) in files {
                    self.closing.remove(&file);
                    if !self.vfs.is_open(file) {
                        // A document that is closed because it has moved has another path now.
                        self.reload_quietly |=
                            self.host.is_found(file) && contents == Err(ReadProblem::NotFound);
                        is_news |= self.host.set_disk_file(file, contents);
                    }
                }
            }
        }
        self.include_own_files();
        self.project_changed();
        if is_news {
            let shown = [RefreshKind::Hints, RefreshKind::Lenses, RefreshKind::Tokens];
            shown.into_iter().for_each(|shown| self.refresh(shown));
        }
    }

    /// Starts with an empty database, into which the project is put next.
    fn renew(&mut self) {
        self.host.renew();
        let open: Vec<FileId> = self.vfs.open_files().collect();
        for file in open {
            let version = self.vfs.open_version(file).unwrap_or_default();
            self.vfs.edit(file, version, |_| ());
        }
        self.commit();
    }

    /// Every open document may look different now.
    pub(super) fn project_changed(&mut self) {
        if self.pushes_diagnostics() {
            self.publisher.mark_others_stale(Instant::now());
        }
        self.refresh_pulled_diagnostics();
    }

    /// Diagnoses all files of the workspace's own, if the settings enable it, and else only the open ones.
    pub(super) fn include_own_files(&mut self) {
        if !self.pushes_diagnostics() || !self.has_project {
            return;
        }
        let mut files = Vec::new();
        if self.settings.diagnostics.workspace {
            files = self.host.analysis().workspace_files().unwrap_or_default();
        }
        let own: HashSet<FileId> = files.iter().copied().collect();
        let stays = |file| self.vfs.is_open(file) || own.contains(&file);
        for file in self.publisher.keep(stays) {
            self.publish(file, Vec::new());
        }
        self.publisher.include(files, Instant::now());
    }
}
