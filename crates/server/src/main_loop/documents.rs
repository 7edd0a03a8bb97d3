//! Documents: opened, changed and closed.

use crate::lsp;
use crate::main_loop::MainLoop;
use crate::project_loader::LoadTask;
use crate::protocol::text_sync::apply_changes;
use crate::protocol::uri_map::file_path;
use puppet_vfs::FileId;
use std::path::{Path, PathBuf};
use std::time::Instant;

impl MainLoop {
    pub(super) fn opened(&mut self, document: lsp::TextDocumentItem) {
        let path = file_path(&document.uri);
        let file = self.uris.file(&document.uri);
        let is_known = self.host.contains_file(file);
        self.uris.remember(file, document.uri);
        self.vfs.open(file, document.version, document.text);
        self.edited(file);
        if self.has_project {
            self.help_with(file);
        }
        if let Some(path) = path.as_disk()
            && !is_known
        {
            self.reload |= !self.is_in_folder(path);
            let is_searched = self.has_project && !self.is_loading;
            let is_new = is_searched && is_puppet_code(path);
            self.reload_quietly |= is_new;
            self.has_new_document |= is_new;
        }
    }

    /// A document is diagnosed for the first time, which is more work than what follows an edit.
    pub(super) fn help_with(&mut self, file: FileId) {
        if self.settings.diagnostics.enable {
            self.scheduler.queue_help(file);
        }
    }

    pub(super) fn is_in_folder(&self, path: &Path) -> bool {
        self.folders.iter().any(|folder| path.starts_with(folder))
    }

    /// The paths of open documents.
    pub(super) fn open(&self) -> Vec<PathBuf> {
        let paths = self.vfs.open_files().filter_map(|file| {
            let path = self.vfs.paths().path(file)?;
            Some(path.as_disk()?.to_owned())
        });
        let mut open: Vec<PathBuf> = paths.collect();
        open.sort_unstable();
        open
    }

    /// Open documents that are in none of the folders.
    pub(super) fn paths_outside_folders(&self) -> Vec<PathBuf> {
        let mut outside = self.open();
        outside.retain(|path| !self.is_in_folder(path));
        outside
    }

    pub(super) fn changed(&mut self, params: lsp::DidChangeTextDocumentParams) {
        let lsp::VersionedTextDocumentIdentifier { uri, version } = params.text_document;
        let file = self.uris.file(&uri);
        let encoding = self.encoding;
        let known = self.vfs.edit(file, version, |text| {
            apply_changes(text, params.content_changes, encoding)
        });
        if known {
            self.edited(file);
        } else {
            tracing::warn!("the client changed {uri}, which is not open");
        }
    }

    pub(super) fn edited(&mut self, file: FileId) {
        self.edits += 1;
        if !self.has_project {
            self.scheduler.queue_prefetch(file);
        }
        if self.pushes_diagnostics() {
            self.publisher.handle_edit(file, Instant::now());
        }
    }

    pub(super) fn closed(&mut self, uri: &lsp::Url) {
        let file = self.uris.file(uri);
        self.vfs.close(file);
        self.tokens.forget(file);
        self.edits += 1;
        if self.publisher.closed(file) {
            self.publish(file, Vec::new());
        }
        self.uris.forget(file);
        let path = file_path(uri);
        let is_one_of = |paths: &[PathBuf]| {
            let path = path.as_disk();
            path.is_some_and(|path| paths.iter().any(|it| it == path))
        };
        self.reload |= is_one_of(&self.unowned_documents);
        self.reload_quietly |= is_one_of(&self.unsaved);
        self.closing.insert(file);
        self.loader.load(LoadTask::Files(vec![(file, path)]));
    }

    /// Continues with what waited for closed documents and for a search of modules: the disk has been asked about all of
    /// the former, and the latter is over or takes long.
    pub(super) fn release_deferred(&mut self) {
        if self.deferred_until.is_some_and(|it| it <= Instant::now()) {
            self.deferred_until = None;
        }
        let waits_for_search = self.is_searching() && self.deferred_until.is_some();
        if self.closing.is_empty() && !waits_for_search {
            self.deferred_until = None;
            for mut read in self.deferred_reads.drain(..) {
                read.release(self.edits);
                self.scheduler.queue_read(read);
            }
        }
    }
}

/// Whether a document may belong to a module or environment as code.
pub(super) fn is_puppet_code(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "pp" || extension == "epp")
}
