//! Work on many files on all processors.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The stack of a thread that reads code: deeply nested code needs deep stacks.
pub const STACK_SIZE: usize = 16 * 1024 * 1024;

/// How many results may wait for those before them.
const MAX_WAITING: usize = 64;

/// Does something with each item on all processors, and gives the results on in the order of the items. Each thread has a
/// state of its own.
///
/// # Errors
/// The first of `give`; then no more items are begun.
pub fn for_each_in_parallel<T: Sync, S: Send, R: Send, E>(
    items: &[T],
    mut state: impl FnMut() -> S,
    work: impl Fn(&mut S, &T) -> R + Sync,
    mut give: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let take = || {
        let index = next.fetch_add(1, Ordering::Relaxed);
        Some((index, items.get(index)?))
    };
    let (take, work) = (&take, &work);
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(MAX_WAITING);
        for _ in 0..threads.min(items.len()) {
            let (sender, mut state) = (sender.clone(), state());
            let share = move || {
                while let Some((index, item)) = take() {
                    if sender.send((index, work(&mut state, item))).is_err() {
                        return;
                    }
                }
            };
            let builder = thread::Builder::new().stack_size(STACK_SIZE);
            // The share of a thread that cannot start is done by the others, or below.
            let _ = builder.spawn_scoped(scope, share);
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut given = 0;
        for (index, result) in receiver {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&given) {
                given += 1;
                give(result)?;
            }
        }
        let mut own = state();
        while let Some((_, item)) = take() {
            give(work(&mut own, item))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_until_one_is_refused() {
        let items: Vec<usize> = (0..1000).collect();
        for end in [usize::MAX, 500, 0] {
            let mut given = Vec::new();
            let all = for_each_in_parallel(
                &items,
                || 1,
                |one, item| item + *one,
                |result| match result > end {
                    true => Err(result),
                    false => {
                        given.push(result);
                        Ok(())
                    }
                },
            );
            let expected: Vec<usize> = (1..=1000.min(end)).collect();
            assert_eq!(given, expected);
            assert_eq!(all, if end < 1000 { Err(end + 1) } else { Ok(()) });
        }
    }
}
