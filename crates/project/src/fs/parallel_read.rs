//! Waiting for the disk on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::Scope;
use std::time::{Duration, Instant};

/// The most threads that wait for the disk at the same time.
const MAX_THREADS: usize = 12;

/// The shortest time about which a thread says whether it was slow.
const SHORTEST_LOOK: Duration = Duration::from_millis(1);

/// Threads that do something with the disk. What the system has in its memory needs no more of them than there are
/// processors; of what it has not, a disk finds several in the time that one takes: where items take much longer than
/// usual, more threads join.
#[derive(Debug, Clone, Copy)]
pub struct Readers {
    /// How many there are at the beginning.
    start: usize,
    /// What an item takes at most that the system has in its memory.
    usual: Duration,
}

impl Readers {
    /// For folders of some hundred files, while nothing else can be done.
    #[must_use]
    pub fn from_folders() -> Self {
        Self {
            start: std::thread::available_parallelism().map_or(1, usize::from),
            usual: Duration::from_millis(1),
        }
    }

    /// For files, while nothing else can be done.
    #[must_use]
    pub fn from_files() -> Self {
        Self {
            usual: Duration::from_micros(60),
            ..Self::from_folders()
        }
    }

    /// For files, beside other work.
    #[must_use]
    pub fn new_prefetching() -> Self {
        Self {
            start: 1,
            ..Self::from_files()
        }
    }

    /// Does something with each item; the results come in the order of the items.
    pub fn run<T: Sync, R: Send>(self, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
        let shared = ReadQueue {
            readers: self,
            items,
            work,
            next: AtomicUsize::new(0),
            threads: AtomicUsize::new(self.start.clamp(1, MAX_THREADS)),
            done: Mutex::default(),
        };
        let others = items.len().min(shared.threads.load(Ordering::Relaxed));
        std::thread::scope(|scope| {
            for _ in 1..others {
                scope.spawn(|| shared.run(scope));
            }
            shared.run(scope);
        });
        let mut done = shared
            .done
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        done.sort_unstable_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, result)| result).collect()
    }
}

struct ReadQueue<'a, T, R, W> {
    readers: Readers,
    items: &'a [T],
    work: W,
    /// The first item that no thread has taken yet.
    next: AtomicUsize,
    threads: AtomicUsize,
    done: Mutex<Vec<(usize, R)>>,
}

impl<T: Sync, R: Send, W: Fn(&T) -> R + Sync> ReadQueue<'_, T, R, W> {
    /// The work of one thread.
    fn run<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        let mut done = Vec::new();
        let mut look = (Instant::now(), 0);
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = self.items.get(index) else {
                break;
            };
            done.push((index, (self.work)(item)));
            let (start, items) = (look.0, look.1 + 1);
            let took = start.elapsed();
            look = match took < SHORTEST_LOOK {
                true => (start, items),
                false => (Instant::now(), 0),
            };
            if took > SHORTEST_LOOK.max(self.readers.usual.saturating_mul(items)) && self.may_grow()
            {
                scope.spawn(|| self.run(scope));
            }
        }
        let mut all = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(done);
    }

    /// Counts one thread more, unless there are enough.
    fn may_grow(&self) -> bool {
        let more = |threads| (threads < MAX_THREADS).then_some(threads + 1);
        let counted = self
            .threads
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        counted.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_items_are_done_by_more_threads_and_come_in_their_order() {
        let items: Vec<usize> = (0..200).collect();
        for (usual, at_most, at_least) in [(Duration::MAX / 100, 1, 1), (Duration::ZERO, 12, 2)] {
            let readers = Readers { start: 1, usual };
            let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let results = readers.run(&items, |item| {
                let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(now, Ordering::SeqCst);
                std::thread::sleep(Duration::from_micros(200));
                running.fetch_sub(1, Ordering::SeqCst);
                item * 2
            });
            assert!(results.iter().enumerate().all(|(at, it)| *it == 2 * at));
            let most = most.load(Ordering::SeqCst);
            assert!((at_least..=at_most).contains(&most), "{most} threads");
        }
    }

    #[test]
    fn nothing_to_do_is_done_at_once() {
        assert!(Readers::from_files().run(&[], |item: &u8| *item).is_empty());
    }
}
