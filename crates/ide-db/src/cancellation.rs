//! Questions that end before they are answered.

use std::panic::{self, AssertUnwindSafe};

/// Why a question was not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cancelled {
    /// A write waits for the analysis to be given back.
    PendingWrite,
    /// Its [`CancelToken`] was used.
    ByClient,
}

/// The answer to a question that may be cancelled.
pub type Cancellable<T> = Result<T, Cancelled>;

/// Stops the questions of one analysis, from any thread.
#[derive(Debug, Clone)]
pub struct CancelToken(pub salsa::CancellationToken);

impl CancelToken {
    /// Whatever the analysis computes now or later ends with [`Cancelled::ByClient`].
    pub fn cancel(&self) {
        self.0.cancel();
    }
}

/// How often a question is asked again when another thread gave up what it waited for.
const MAX_ATTEMPTS: usize = 16;

/// Runs a question and turns salsa's unwinding into a value. A panic continues.
///
/// A question may wait for what another thread computes, and that thread may stop, because *its* question was cancelled
/// or because it panicked. Then the question is asked again, and computes that itself.
pub fn catch<T>(question: impl Fn() -> T) -> Cancellable<T> {
    let mut attempt = 0;
    loop {
        attempt += 1;
        // Queries are in order after an unwinding.
        match salsa::Cancelled::catch(AssertUnwindSafe(&question)) {
            Ok(answer) => return Ok(answer),
            Err(salsa::Cancelled::Local) => return Err(Cancelled::ByClient),
            Err(salsa::Cancelled::PendingWrite) => return Err(Cancelled::PendingWrite),
            Err(_) if attempt < MAX_ATTEMPTS => {}
            Err(other) => panic::resume_unwind(Box::new(other.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn what_another_thread_gave_up_is_asked_again() {
        for (failures, expected) in [(0, Some(7)), (3, Some(7)), (99, None)] {
            let count = AssertUnwindSafe(Cell::new(0));
            let answer = panic::catch_unwind(|| {
                catch(|| {
                    count.set(count.get() + 1);
                    if count.get() <= failures {
                        // As salsa unwinds, without a message.
                        panic::resume_unwind(Box::new(salsa::Cancelled::PropagatedPanic));
                    }
                    7
                })
            });
            assert_eq!(answer.ok().and_then(Result::ok), expected);
        }
    }
}
