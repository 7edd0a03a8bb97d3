//! Reads files and finds projects, on a thread of its own: the main loop never waits for the disk.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender};
use puppet_ide::{ClientSettings, DiskRead, LoadMode, LoadedProject, PendingReads};
use puppet_vfs::{FileId, FilePath};

use crate::event::{Event, EventSender};

/// What the main loop wants to have read.
#[derive(Debug)]
pub(crate) enum LoadTask {
    /// The modules and environments.
    Project(ProjectTask),
    /// Single files that changed on disk.
    Files(Vec<(FileId, FilePath)>),
}

/// Where modules and environments are looked for.
#[derive(Debug)]
pub(crate) struct ProjectTask {
    /// The folders of the workspace.
    pub(crate) folders: Vec<PathBuf>,
    /// Open documents outside of them.
    pub(crate) outside: Vec<PathBuf>,
    /// Open documents, saved or not.
    pub(crate) open: Vec<PathBuf>,
    pub(crate) settings: Arc<ClientSettings>,
    pub(crate) reading: LoadMode,
}

/// What was read.
#[derive(Debug)]
pub(crate) enum Loaded {
    /// The modules and environments with their files.
    Project(Box<LoadedProject>),
    /// Single files.
    Files(Vec<(FileId, DiskRead)>),
}

/// How far texts are prefetched that were not accessed yet.
#[derive(Debug)]
pub(crate) enum Prefetch {
    /// So many of all.
    Some { read: usize, all: usize },
    /// All of them, or as many as can be.
    All,
}

/// The way to the loader's thread.
#[derive(Debug)]
pub(crate) struct Loader(Sender<LoadTask>);

impl Loader {
    /// Starts the thread; it reports to `events`.
    pub(crate) fn start(events: EventSender) -> Self {
        let (tasks, receiver) = crossbeam_channel::unbounded();
        let spawned = thread::Builder::new()
            .name("loader".into())
            .spawn(move || work(&receiver, &events));
        if let Err(error) = spawned {
            tracing::error!("cannot start the loader thread: {error}");
        }
        Self(tasks)
    }

    pub(crate) fn load(&self, task: LoadTask) {
        if self.0.send(task).is_err() {
            tracing::error!("the loader thread is gone");
        }
    }
}

fn work(tasks: &Receiver<LoadTask>, events: &EventSender) {
    for task in tasks {
        let mut unread = None;
        let loaded = match task {
            LoadTask::Project(task) => {
                let mut found = LoadedProject::read(
                    &task.folders,
                    &task.outside,
                    &task.open,
                    &task.settings,
                    task.reading,
                );
                unread = found.take_unread();
                Loaded::Project(Box::new(found))
            }
            LoadTask::Files(files) => Loaded::Files(files.into_iter().map(read).collect()),
        };
        if events.send(Event::Loaded(loaded)).is_err() {
            return;
        }
        if let Some(texts) = unread {
            prefetch(texts, events.clone());
        }
    }
}

/// Reads on a thread of its own: no request waits for all of them.
fn prefetch(texts: PendingReads, events: EventSender) {
    let ended = events.clone();
    let work = move || {
        texts.prefetch(|read, all| {
            let _ = events.send(Event::Prefetch(Prefetch::Some { read, all }));
        });
        let _ = events.send(Event::Prefetch(Prefetch::All));
    };
    let spawned = thread::Builder::new().name("prefetch".into()).spawn(work);
    if let Err(error) = spawned {
        tracing::warn!("cannot start a thread that reads ahead: {error}");
        let _ = ended.send(Event::Prefetch(Prefetch::All));
    }
}

fn read((file, path): (FileId, FilePath)) -> (FileId, DiskRead) {
    let contents = match path.as_disk() {
        Some(path) => puppet_vfs::disk::read(path),
        None => Err(puppet_vfs::disk::ReadProblem::NotFound),
    };
    (file, contents)
}
