//! The project below the root. Before each call the disk is looked at, and what has changed is read again.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use puppet_ide::{
    Analysis, AnalysisHost, Cancelled, ClientSettings, Column, DiskChange, DiskState, FileId,
    FileRange, LineCol, STACK_SIZE, TextRange, TextSize,
};
use puppet_vfs::{FilePath, PathInterner, disk};

use crate::answer::bytes;

/// The state of a session.
pub(crate) struct SessionWorkspace {
    root: PathBuf,
    /// The root without symbolic links: all that is written is in it.
    real_root: PathBuf,
    host: AnalysisHost,
    paths: Arc<PathInterner>,
    settings: ClientSettings,
    disk: Option<DiskState>,
}

impl SessionWorkspace {
    /// The project below a directory, which is read with the first [refresh](Self::refresh).
    pub(crate) fn new(root: PathBuf) -> Self {
        let paths = Arc::<PathInterner>::default();
        Self {
            real_root: root.canonicalize().unwrap_or_else(|_| root.clone()),
            root,
            host: AnalysisHost::new(Arc::clone(&paths)),
            paths,
            settings: ClientSettings::default(),
            disk: None,
        }
    }

    /// The directory that tools see.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Reads what has changed on disk since the last call.
    pub(crate) fn refresh(&mut self) {
        let change = match &mut self.disk {
            Some(disk) if !self.host.needs_renewal() => disk.changes(),
            _ => DiskChange::Project,
        };
        match change {
            DiskChange::Nothing => {}
            DiskChange::Files(paths) => {
                for path in paths {
                    let file = self.paths.intern(&FilePath::disk(&path));
                    self.host.set_disk_file(file, disk::read(&path));
                }
            }
            DiskChange::Project => self.load(),
        }
    }

    fn load(&mut self) {
        let (project, disk) = DiskState::load(&self.root, &self.settings);
        for problem in project.problems() {
            tracing::warn!("{problem}");
        }
        if self.host.needs_renewal() {
            self.host.renew();
        }
        self.host.set_project(&project, &|_| false);
        self.disk = Some(disk);
        self.prefetch();
    }

    /// Computes what questions about the whole project need, on a thread that a write stops.
    fn prefetch(&self) {
        let analysis = self.host.analysis();
        let prefetch = move || {
            let _ = analysis.prefetch_workspace(0, NonZeroUsize::MIN);
        };
        let spawned = thread::Builder::new()
            .stack_size(STACK_SIZE)
            .spawn(prefetch);
        if let Err(error) = spawned {
            tracing::warn!("cannot start a thread that computes ahead: {error}");
        }
    }

    /// The state of this moment.
    pub(crate) fn analysis(&self) -> Analysis {
        self.host.analysis()
    }

    /// A path of a client, which must be below the root.
    ///
    /// # Errors
    /// That it is not.
    pub(crate) fn path(&self, given: &str) -> Result<PathBuf, String> {
        let path = FilePath::disk(self.root.join(given));
        let path = path.as_disk().unwrap_or(&self.root);
        if path.starts_with(&self.root) {
            return Ok(path.to_owned());
        }
        match path.strip_prefix(&self.real_root) {
            Ok(relative) => Ok(self.root.join(relative)),
            Err(_) => Err(format!("'{given}' is outside of the root of this server")),
        }
    }

    /// A file of the project, by a path of a client.
    ///
    /// # Errors
    /// That there is no such file, or that it is outside of the root.
    pub(crate) fn file(&self, analysis: &Analysis, given: &str) -> Result<FileId, String> {
        let path = self.path(given)?;
        let file = self.paths.lookup(&FilePath::disk(&path));
        let known = file.filter(|file| analysis.contains_file(*file) && path.exists());
        known.ok_or_else(|| {
            if path.is_dir() {
                return format!("'{given}' is a directory; a file is expected");
            }
            if path.exists() {
                return format!("'{given}' is no file of Puppet code or data that is analysed");
            }
            format!("'{given}' does not exist")
        })
    }

    /// A path for people: relative to the root, if it is below it.
    pub(crate) fn relative(&self, path: &Path) -> String {
        let path = path.strip_prefix(&self.root).unwrap_or(path);
        path.display().to_string().replace('\\', "/")
    }

    /// The path of a file for people.
    pub(crate) fn relative_path(&self, analysis: &Analysis, file: FileId) -> String {
        self.relative(Path::new(&*analysis.path(file)))
    }

    /// `path:line:column`
    pub(crate) fn location(&self, analysis: &Analysis, at: FileRange) -> Result<String, Cancelled> {
        let path = self.relative_path(analysis, at.file);
        let start = line_col(analysis, at.file, at.range.start())?;
        Ok(format!("{path}:{}:{}", start.line + 1, start.col + 1))
    }

    /// The file for a write: it is below the root, and no symbolic link leads away from it.
    ///
    /// # Errors
    /// That it is outside.
    pub(crate) fn writable(&self, path: &Path) -> Result<(), String> {
        let there = path.ancestors().find_map(|it| it.canonicalize().ok());
        let is_inside = there.is_some_and(|it| it.starts_with(&self.real_root));
        match is_inside && path.starts_with(&self.root) {
            true => Ok(()),
            false => Err(format!(
                "{} is outside of the root of this server; nothing was changed",
                path.display()
            )),
        }
    }
}

/// A line and column, from 0.
pub(crate) fn line_col(
    analysis: &Analysis,
    file: FileId,
    offset: TextSize,
) -> Result<LineCol, Cancelled> {
    let lines = analysis.line_index(file)?;
    Ok(lines.line_col(offset, Column::Chars))
}

/// The line of code at a place, without indentation.
pub(crate) fn code_line(analysis: &Analysis, at: FileRange) -> Result<String, Cancelled> {
    let lines = analysis.line_index(at.file)?;
    let range = lines.line_range(lines.line(at.range.start()));
    let text = analysis.text(at.file)?;
    Ok(part(&text, range.unwrap_or_default()).trim().to_owned())
}

/// A part of a text; empty if it is outside of it.
pub(crate) fn part(text: &str, range: TextRange) -> &str {
    text.get(bytes(range.start())..bytes(range.end()))
        .unwrap_or_default()
}
