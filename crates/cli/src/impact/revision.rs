//! The files of a revision, or of the working tree, without checking anything out.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puppet_db::FileKind;
use puppet_db::RootDatabase;
use puppet_impact::{Version, VersionFile};
use puppet_project::ProjectInputs;
use puppet_project::fs::Memory;
use puppet_vfs::disk;

use crate::git::{blobs, git};
use crate::paths::WorkingDirectory;

/// Larger files are compared, and not read.
const LARGEST: usize = 4 << 20;

/// The top of the repository around a directory.
///
/// # Errors
/// What Git says.
pub(super) fn find_top(here: &WorkingDirectory, start: &Path) -> Result<PathBuf, String> {
    let up = git(start, &["rev-parse", "--show-cdup"])?;
    Ok(here.absolute(&start.join(up.trim_end_matches('\n'))))
}

/// All files of a version.
pub(super) struct Checkout {
    files: Vec<VersionFile>,
}

/// A version that can be compared.
pub(super) struct LoadedVersion {
    db: RootDatabase,
    files: Vec<VersionFile>,
}

impl LoadedVersion {
    pub(super) fn version(&self) -> Version<'_> {
        Version {
            db: &self.db,
            files: &self.files,
        }
    }
}

impl Checkout {
    /// The files of a commit.
    ///
    /// # Errors
    /// What Git says.
    pub(super) fn read_revision(top: &Path, revision: &str) -> Result<Self, String> {
        let refused = || format!("'{revision}' is no revision of {}", top.display());
        if revision.starts_with('-') {
            return Err(refused());
        }
        let commit = format!("{revision}^{{commit}}");
        let commit = git(top, &["rev-parse", "--verify", "--end-of-options", &commit])
            .map_err(|_| refused())?;
        let list = git(top, &["ls-tree", "-r", "-z", "--full-tree", commit.trim()])?;
        let entries: Vec<(&str, &str)> = list.split('\0').filter_map(tree_entry).collect();
        let ids = entries.iter().filter(|(_, path)| is_text(path));
        let mut ids: Vec<String> = ids.map(|(id, _)| (*id).to_owned()).collect();
        ids.sort_unstable();
        ids.dedup();
        let texts = blobs(top, &ids)?
            .into_iter()
            .map(|bytes| bytes.and_then(text));
        let texts: HashMap<&String, Option<Arc<str>>> = ids.iter().zip(texts).collect();
        let files = entries.iter().map(|(id, path)| VersionFile {
            path: top.join(path).to_string_lossy().into_owned(),
            id: (*id).to_owned(),
            text: texts.get(&(*id).to_owned()).cloned().flatten(),
        });
        Ok(Self {
            files: files.collect(),
        })
    }

    /// The files of the working tree that Git knows, and new ones that it does not ignore.
    ///
    /// # Errors
    /// What Git says.
    pub(super) fn read_working_tree(top: &Path) -> Result<Self, String> {
        let known = git(top, &["ls-files", "-s", "-z"])?;
        let new = git(top, &["ls-files", "--others", "--exclude-standard", "-z"])?;
        let changed = git(
            top,
            &["diff-files", "--name-only", "-z", "--ignore-submodules"],
        )?;
        let changed: std::collections::HashSet<&str> = changed.split('\0').collect();
        let known = known.split('\0').filter_map(|line| {
            let (head, path) = line.split_once('\t')?;
            Some((head.split(' ').nth(1)?, path))
        });
        let new = new.split('\0').filter(|path| !path.is_empty());
        let all = known.chain(new.map(|path| ("", path)));
        let files = all.filter_map(|(id, path)| {
            let absolute = top.join(path);
            let is_changed = id.is_empty() || changed.contains(path);
            if is_changed && !absolute.is_file() {
                return None;
            }
            let is_read = is_text(path) || is_changed;
            let read = is_read.then(|| disk::read(&absolute).ok()).flatten();
            let text: Option<Arc<str>> = read.map(|it| it.text);
            Some(VersionFile {
                path: absolute.to_string_lossy().into_owned(),
                id: match is_changed {
                    true => text.as_deref().unwrap_or("changed").to_owned(),
                    false => id.to_owned(),
                },
                text: text.filter(|_| is_text(path)),
            })
        });
        Ok(Self {
            files: files.collect(),
        })
    }

    /// Reads what the files define, around a directory.
    pub(super) fn load(self, start: &Path) -> LoadedVersion {
        let mut memory = Memory::default();
        for file in &self.files {
            let text = file.text.clone().unwrap_or_else(|| Arc::from(""));
            memory.insert(&*file.path, text);
        }
        LoadedVersion {
            db: ProjectInputs::open(&memory, start).0,
            files: self.files,
        }
    }
}

/// The id and path of a line of `git ls-tree`: `100644 blob ID<tab>PATH`.
fn tree_entry(line: &str) -> Option<(&str, &str)> {
    let (head, path) = line.split_once('\t')?;
    let mut words = head.split(' ').skip(1);
    let (kind, id) = (words.next()?, words.next()?);
    (kind == "blob").then_some((id, path))
}

/// Whether the text of a file is read: what Puppet evaluates, and templates.
fn is_text(path: &str) -> bool {
    let is_template = || {
        let mut folders = path.rsplit('/').skip(1);
        folders.any(|folder| folder == "templates")
    };
    FileKind::from_path(path) != FileKind::Other || is_template()
}

fn text(bytes: Vec<u8>) -> Option<Arc<str>> {
    (bytes.len() <= LARGEST).then(|| disk::decode(bytes).ok().map(|it| it.text))?
}
