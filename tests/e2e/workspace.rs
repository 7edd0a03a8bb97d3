//! Folders with files for a test, gone when it ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) struct Workspace(PathBuf);

impl Workspace {
    /// A new folder with some files: relative path and text.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!(
            "puppet-analyzer-e2e-{}-{number}",
            std::process::id()
        ));
        let workspace = Self(folder);
        fs::create_dir_all(&workspace.0).expect("temporary folder");
        for (path, text) in files {
            workspace.write(path, text);
        }
        workspace
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("temporary folder");
        fs::write(path, text).expect("temporary file");
    }

    pub(crate) fn root(&self) -> &Path {
        &self.0
    }

    pub(crate) fn uri(&self, path: &str) -> String {
        format!("file://{}", self.0.join(path).display())
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
