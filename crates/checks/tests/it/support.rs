//! A project in memory.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use puppet_checks::file_diagnostics;
use puppet_db::RootDatabase;
use puppet_db::{File, FilePlace, line_index};
use puppet_diagnostics::{Diagnostic, Severity};
use puppet_project::ProjectInputs;
use puppet_project::discover::{DiscoveryOptions, discover};
use puppet_project::fs::Memory;
use puppet_test_support::literate::Expected;
use puppet_text::Column;

/// An environment in `/` with these files, and the queries that were run.
pub struct Project {
    pub db: RootDatabase,
    pub inputs: ProjectInputs,
    log: Arc<Mutex<Vec<String>>>,
}

impl Project {
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut memory: Memory = files.into_iter().collect();
        if !puppet_project::fs::FileSystem::is_file(&memory, Path::new("/environment.conf")) {
            memory.insert("/environment.conf", "modulepath = modules\n");
        }
        let log: Arc<Mutex<Vec<String>>> = Arc::default();
        let mut db = RootDatabase::with_events({
            let log = log.clone();
            move |event| {
                if let salsa::EventKind::WillExecute { database_key } = event.kind {
                    log.lock().expect("log").push(format!("{database_key:?}"));
                }
            }
        });
        let mut inputs = ProjectInputs::default();
        let model = discover(&memory, &[PathBuf::from("/")], &DiscoveryOptions::default());
        inputs.apply(&mut db, &memory, &model);
        Self { db, inputs, log }
    }

    pub fn file(&self, path: &str) -> File {
        self.inputs
            .file(path)
            .unwrap_or_else(|| panic!("no file {path}"))
    }

    pub fn set_text(&mut self, path: &str, text: &str) {
        self.inputs.set_text(&mut self.db, path, Some(text.into()));
    }

    /// The diagnostics of all files, without hints.
    pub fn check(&self) -> Vec<Diagnostic<FilePlace>> {
        let files: Vec<File> = self.inputs.files().map(|(_, file)| file).collect();
        files
            .into_iter()
            .flat_map(|file| file_diagnostics(&self.db, file).to_vec())
            .filter(|diagnostic| diagnostic.severity > Severity::Hint)
            .collect()
    }

    /// The diagnostics of a file in the form of the expectations; none for a file whose text is not read.
    pub fn diagnostics(&self, path: &str) -> Vec<Expected> {
        let Some(file) = self.inputs.file(path) else {
            return Vec::new();
        };
        let lines = line_index(&self.db, file);
        file_diagnostics(&self.db, file)
            .iter()
            .map(|it| Expected {
                line: lines.line_col(it.place.range.start(), Column::Chars).line as usize + 1,
                severity: it.severity.as_str().to_owned(),
                code: it.code().to_owned(),
                message: it.message.clone(),
            })
            .collect()
    }

    /// How often each query was run since the last time it was asked, by name and in order of the names.
    pub fn executed(&self) -> String {
        let mut log = std::mem::take(&mut *self.log.lock().expect("log"));
        for entry in &mut log {
            entry.truncate(entry.find('(').unwrap_or(entry.len()));
        }
        log.sort();
        let mut lines = Vec::new();
        for chunk in log.chunk_by(|a, b| a == b) {
            lines.push(format!("{} x{}", chunk[0], chunk.len()));
        }
        lines.join("\n")
    }
}
