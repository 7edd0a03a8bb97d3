//! Files that are changed outside of the editor: the patterns for the client, and the effects of a change.

use crate::lsp;
use crate::main_loop::MainLoop;
use crate::project_loader::LoadTask;
use crate::protocol::uri_map::file_path;
use puppet_ide::defines_project;

impl MainLoop {
    pub(super) fn watched(&mut self, params: lsp::DidChangeWatchedFilesParams) {
        // A client that says so without having been asked does watch.
        self.watcher = None;
        let mut files = Vec::new();
        for event in params.changes {
            let path = file_path(&event.uri);
            // A file that came or went may make or break a module, and then everything is read again.
            self.reload |= event.typ != lsp::FileChangeType::CHANGED
                || path.as_disk().is_some_and(defines_project);
            files.push((self.uris.file(&event.uri), path));
        }
        // A search that is under way may find it.
        files.retain(|(file, _)| self.is_loading || self.host.contains_file(*file));
        files.sort_unstable_by_key(|(file, _)| *file);
        files.dedup_by_key(|(file, _)| *file);
        if !self.reload && !files.is_empty() {
            self.loader.load(LoadTask::Files(files));
        }
    }
}

/// Asks the client to report changes of the files that the analysis reads.
pub(super) fn registration() -> lsp::Registration {
    let watchers = [
        "**/*.{pp,epp,rb,yaml,yml,eyaml}",
        "**/{templates,files,tasks}/**",
        "**/*.json",
        "**/environment.conf",
        "**/puppet-analyzer.toml",
        "**/{Puppetfile,.gitignore,.gitmodules}",
        "**/.fixtures.{yml,yaml}",
    ]
    .map(|glob| lsp::FileSystemWatcher {
        glob_pattern: lsp::GlobPattern::String(glob.into()),
        kind: None,
    })
    .to_vec();
    let options = lsp::DidChangeWatchedFilesRegistrationOptions { watchers };
    lsp::Registration {
        id: "watched-files".into(),
        method: "workspace/didChangeWatchedFiles".into(),
        register_options: serde_json::to_value(options).ok(),
    }
}
