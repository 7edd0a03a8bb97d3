//! Questions that end before they are answered.

use std::panic::{self, UnwindSafe};

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
pub struct CancelToken(pub(crate) salsa::CancellationToken);

impl CancelToken {
    /// Whatever the analysis computes now or later ends with [`Cancelled::ByClient`].
    pub fn cancel(&self) {
        self.0.cancel();
    }
}

/// Runs a question and turns salsa's unwinding into a value. A panic goes on, also one that came from another thread.
pub(crate) fn catch<T>(question: impl FnOnce() -> T + UnwindSafe) -> Cancellable<T> {
    match salsa::Cancelled::catch(question) {
        Ok(answer) => Ok(answer),
        Err(salsa::Cancelled::Local) => Err(Cancelled::ByClient),
        Err(salsa::Cancelled::PendingWrite) => Err(Cancelled::PendingWrite),
        Err(other) => panic::resume_unwind(Box::new(other.to_string())),
    }
}
