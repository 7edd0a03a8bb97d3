//! Looks at the disk again and again, for clients that do not watch files themselves.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use puppet_ide::{ClientSettings, LoadedProject, fingerprint};

use crate::event::{Event, EventSender};

/// The shortest time between two looks.
const PAUSE: Duration = Duration::from_secs(2);

/// How many times longer than a look the pause before the next one is: this bounds what it costs to 2 % of a processor.
const PAUSE_FACTOR: u32 = 50;

/// What is looked at.
#[derive(Debug)]
pub(crate) struct WatchTarget {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) settings: Arc<ClientSettings>,
    /// What it is like as far as is known.
    pub(crate) found: Box<LoadedProject>,
}

/// The way to the watcher's thread, which ends with it.
#[derive(Debug)]
pub(crate) struct Watcher(Sender<WatchTarget>);

impl Watcher {
    /// Starts the thread; it tells `events` when something has changed.
    pub(crate) fn start(events: EventSender) -> Self {
        let (watched, receiver) = crossbeam_channel::unbounded();
        let spawned = thread::Builder::new()
            .name("watcher".into())
            .spawn(move || work(&receiver, &events));
        if let Err(error) = spawned {
            tracing::error!("cannot start the watcher thread: {error}");
        }
        Self(watched)
    }

    /// From now on this is looked at.
    pub(crate) fn watch(&self, watched: WatchTarget) {
        if self.0.send(watched).is_err() {
            tracing::error!("the watcher thread is gone");
        }
    }
}

fn work(tasks: &Receiver<WatchTarget>, events: &EventSender) {
    let Ok(watched) = tasks.recv() else {
        return;
    };
    let mut look = DirectoryScan::from(watched);
    let mut took = Duration::ZERO;
    loop {
        match tasks.recv_timeout(PAUSE.max(took * PAUSE_FACTOR)) {
            Ok(other) => look = DirectoryScan::from(other),
            Err(RecvTimeoutError::Timeout) => {
                let start = Instant::now();
                let has_changed = look.sees_change();
                took = start.elapsed();
                if has_changed && events.send(Event::DiskChanged).is_err() {
                    return;
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// What is looked at, with what is known of it.
struct DirectoryScan {
    paths: Vec<PathBuf>,
    settings: Arc<ClientSettings>,
    last: LastScan,
}

/// What the last look saw.
enum LastScan {
    /// It was not scanned since it was found, when not all texts were read yet.
    Found(Box<LoadedProject>),
    Fingerprint(u64),
}

impl From<WatchTarget> for DirectoryScan {
    fn from(watched: WatchTarget) -> Self {
        Self {
            paths: watched.paths,
            settings: watched.settings,
            last: LastScan::Found(watched.found),
        }
    }
}

impl DirectoryScan {
    /// Looks again.
    fn sees_change(&mut self) -> bool {
        let last = match &self.last {
            LastScan::Found(found) => found.fingerprint(),
            LastScan::Fingerprint(fingerprint) => *fingerprint,
        };
        let now = fingerprint(&self.paths, &self.settings);
        self.last = LastScan::Fingerprint(now);
        now != last
    }
}
