//! The list of public repositories, and their clones.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::shell;

/// A repository at a commit.
#[derive(Debug, Clone)]
pub(super) struct PinnedRepository {
    /// `owner/name`
    pub(super) name: String,
    commit: String,
}

/// The files of a repository, in a folder that goes away with it.
pub(super) struct RepositoryCheckout {
    folder: PathBuf,
    /// How many manifests and templates it has.
    pub(super) files: usize,
    /// How many lines they have.
    pub(super) lines: usize,
}

/// Reads the list: a name and a commit a line; comments start with `#`.
pub(super) fn read(list: &Path) -> Result<Vec<PinnedRepository>> {
    let text =
        fs::read_to_string(list).with_context(|| format!("cannot read {}", list.display()))?;
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let (name, commit) = line
                .split_once(' ')
                .with_context(|| format!("'{line}' names no commit"))?;
            Ok(PinnedRepository {
                name: name.to_owned(),
                commit: commit.trim().to_owned(),
            })
        })
        .collect()
}

impl PinnedRepository {
    /// Its files, from the clone in a folder; `None` if there is no clone with the commit.
    pub(super) fn checkout(&self, clones: &Path) -> Result<Option<RepositoryCheckout>> {
        let clone = clones.join(self.name.replace('/', "+"));
        let candidates = [
            clone.join("repo/.git"),
            clone.join("repo"),
            clone.join(".git"),
            clone,
        ];
        let Some(clone) = candidates
            .into_iter()
            .find(|it| it.join("objects").is_dir())
        else {
            return Ok(None);
        };
        // The name of the folder is that of a module without metadata.
        let name = self.name.rsplit(['/', '-']).next().unwrap_or(&self.name);
        let folder = std::env::temp_dir()
            .join(format!("puppet-analyzer-primer-{}", std::process::id()))
            .join(name);
        let mut git = Command::new("git");
        git.arg("--git-dir").arg(&clone);
        let is_there = shell::unpack_commit(git, &self.commit, &["."], &folder).is_ok();
        let mut checkout = RepositoryCheckout {
            folder,
            files: 0,
            lines: 0,
        };
        checkout.count();
        Ok(is_there.then_some(checkout))
    }
}

impl RepositoryCheckout {
    pub(super) fn path(&self) -> &Path {
        &self.folder
    }

    fn count(&mut self) {
        let mut waiting = vec![self.folder.clone()];
        while let Some(folder) = waiting.pop() {
            for path in fs::read_dir(&folder)
                .into_iter()
                .flatten()
                .flatten()
                .map(|entry| entry.path())
            {
                if path.is_dir() && !path.is_symlink() {
                    waiting.push(path);
                } else if path.extension().is_some_and(|it| it == "pp" || it == "epp") {
                    self.files += 1;
                    self.lines += fs::read(&path)
                        .unwrap_or_default()
                        .iter()
                        .filter(|byte| **byte == b'\n')
                        .count();
                }
            }
        }
    }
}

impl Drop for RepositoryCheckout {
    fn drop(&mut self) {
        // What stays in the folder for temporary files is removed with it.
        let _ = fs::remove_dir_all(self.folder.parent().unwrap_or(&self.folder));
    }
}
