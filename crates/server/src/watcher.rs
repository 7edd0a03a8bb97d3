//! Looks at the disk again and again, for clients that do not watch files themselves.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use puppet_ide::{ClientSettings, fingerprint};

use crate::event::{Event, EventSender};

/// The shortest time between two looks.
const PAUSE: Duration = Duration::from_secs(2);

/// How many times longer than a look the pause before the next one is: this bounds what it costs to 2 % of a processor.
const PAUSE_FACTOR: u32 = 50;

/// What is looked at.
type Watched = (Vec<PathBuf>, Arc<ClientSettings>);

/// The way to the watcher's thread, which ends with it.
#[derive(Debug)]
pub(crate) struct Watcher(Sender<Watched>);

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

    /// From now on this is looked at. What it is like now is taken as known.
    pub(crate) fn watch(&self, paths: Vec<PathBuf>, settings: Arc<ClientSettings>) {
        if self.0.send((paths, settings)).is_err() {
            tracing::error!("the watcher thread is gone");
        }
    }
}

fn work(tasks: &Receiver<Watched>, events: &EventSender) {
    let Ok(mut watched) = tasks.recv() else {
        return;
    };
    let (mut known, mut took) = look(&watched);
    loop {
        match tasks.recv_timeout(PAUSE.max(took * PAUSE_FACTOR)) {
            Ok(other) => {
                watched = other;
                (known, took) = look(&watched);
            }
            Err(RecvTimeoutError::Timeout) => {
                let (now, time) = look(&watched);
                took = time;
                if now != std::mem::replace(&mut known, now)
                    && events.send(Event::DiskChanged).is_err()
                {
                    return;
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn look((paths, settings): &Watched) -> (u64, Duration) {
    let start = Instant::now();
    (fingerprint(paths, settings), start.elapsed())
}
