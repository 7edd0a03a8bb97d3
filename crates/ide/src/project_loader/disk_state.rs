//! The state of the disk when a project was read, for callers that look at it before each question.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use puppet_project::fs::{Disk, FileSystem as _, HiddenEntries, Stamp};

use super::{ClientSettings, LoadMode, LoadedProject, defines_project};

/// The files and directories of a project, as they were.
#[derive(Debug)]
pub struct DiskState(Vec<Watched>);

#[derive(Debug)]
struct Watched {
    path: PathBuf,
    stamp: Option<Stamp>,
    is_directory: bool,
}

/// What has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiskChange {
    /// Nothing.
    Nothing,
    /// The texts of some files.
    Files(Vec<PathBuf>),
    /// Which files belong to the project.
    Project,
}

impl DiskState {
    /// Reads the project around an absolute path. May take long.
    #[must_use]
    pub fn load(root: &Path, settings: &ClientSettings) -> (LoadedProject, Self) {
        // Looked at before it is read: what changes meanwhile is read again.
        let mut watched: Vec<Watched> = directories(root).into_iter().collect();
        let project = LoadedProject::read(&[root.to_owned()], &[], &[], settings, LoadMode::Now);
        let files = project.model.files().map(|(path, _)| path);
        let files: BTreeSet<&Path> = files.collect();
        watched.extend(files.into_iter().map(|path| Watched {
            stamp: project.found.stamp(path),
            path: path.to_owned(),
            is_directory: false,
        }));
        (project, Self(watched))
    }

    /// What has changed since the last look. Costs one question to the system for each file and directory.
    pub fn changes(&mut self) -> DiskChange {
        let mut changed = Vec::new();
        let mut is_project = false;
        for watched in &mut self.0 {
            let stamp = Disk.stamp(&watched.path);
            if stamp != watched.stamp {
                let comes_or_goes = stamp.is_none() || watched.stamp.is_none();
                is_project |=
                    watched.is_directory || comes_or_goes || defines_project(&watched.path);
                watched.stamp = stamp;
                changed.push(watched.path.clone());
            }
        }
        match changed.is_empty() {
            _ if is_project => DiskChange::Project,
            true => DiskChange::Nothing,
            false => DiskChange::Files(changed),
        }
    }
}

/// A root and all directories below it that are not hidden: they change when entries come or go.
fn directories(root: &Path) -> Vec<Watched> {
    let found = Mutex::new(vec![root.to_owned()]);
    Disk.walk(root, HiddenEntries::Skip, &|path| {
        if let Ok(mut found) = found.lock() {
            found.push(path.to_owned());
        }
        true
    });
    let found = found.into_inner().unwrap_or_default().into_iter();
    let watched = found.map(|path| Watched {
        stamp: Disk.stamp(&path),
        path,
        is_directory: true,
    });
    watched.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_files_and_directories_are_seen_once() {
        let folder = std::env::temp_dir().join(format!("puppet-ide-state-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            let parent = path.parent().expect("a folder");
            std::fs::create_dir_all(parent).expect("temporary folder");
            std::fs::write(&path, text).expect("temporary file");
            path
        };
        let init = write("web/manifests/init.pp", "class web {}");
        write("web/metadata.json", "{\"name\": \"me-web\"}");
        let (_, mut state) = DiskState::load(&folder, &ClientSettings::default());
        let mut seen = vec![state.changes()];
        write("web/manifests/init.pp", "class web { }");
        seen.extend([state.changes(), state.changes()]);
        write("web/metadata.json", "{ \"name\": \"me-web\" }");
        seen.extend([state.changes(), state.changes()]);
        write("web/manifests/other/new.pp", "class web::other::new {}");
        seen.push(state.changes());
        std::fs::remove_dir_all(&folder).expect("temporary folder");
        seen.push(state.changes());
        let expected = [
            DiskChange::Nothing,
            DiskChange::Files(vec![init]),
            DiskChange::Nothing,
            DiskChange::Project,
            DiskChange::Nothing,
            DiskChange::Project,
            DiskChange::Project,
        ];
        assert_eq!(seen, expected);
    }
}
