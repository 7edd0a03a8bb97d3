//! Calls that end before they are answered.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use puppet_ide::{Analysis, CancelToken};

/// The way to stop one call.
#[derive(Debug, Default)]
pub(crate) struct CallCancellation {
    is_cancelled: AtomicBool,
    tokens: Mutex<Vec<CancelToken>>,
}

impl CallCancellation {
    /// Stops what the call computes.
    pub(crate) fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
        let tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.iter().for_each(CancelToken::cancel);
    }

    /// Whether the client no longer waits.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// From now on the questions of an analysis stop with the call.
    pub(crate) fn cover(&self, analysis: &Analysis) {
        let token = analysis.cancel_token();
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_cancelled() {
            token.cancel();
        }
        tokens.push(token);
    }
}
