//! Cancellation of requests: by the client, and when the handler that waits is dropped.

use puppet_ide::CancelToken;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The connection between a waiting handler and its request, wherever that is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cancellation(Arc<Mutex<CancellationState>>);

#[derive(Debug, Default)]
pub(super) struct CancellationState {
    pub(super) cancelled: bool,
    pub(super) token: Option<CancelToken>,
}

impl Cancellation {
    pub(super) fn lock(&self) -> MutexGuard<'_, CancellationState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on a cancellation stops the work of `token`.
    pub(super) fn arm(&self, token: CancelToken) {
        let mut state = self.lock();
        if state.cancelled {
            token.cancel();
        }
        state.token = Some(token);
    }

    fn cancel(&self) {
        let mut state = self.lock();
        state.cancelled = true;
        if let Some(token) = &state.token {
            token.cancel();
        }
    }
}

/// Cancels the request when the handler that waits for it is dropped.
pub(crate) struct CancelOnDrop(Option<Cancellation>);

impl CancelOnDrop {
    pub(crate) fn new(cancellation: Cancellation) -> Self {
        Self(Some(cancellation))
    }

    /// The answer came: nothing to cancel.
    pub(crate) fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if let Some(cancellation) = self.0.take() {
            cancellation.cancel();
        }
    }
}
