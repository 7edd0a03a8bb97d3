//! The priority of a request, and what an edit does to it while it waits.

/// Which workers may run a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Priority {
    /// The user waits at the keyboard.
    Latency,
    /// May take long; always leaves a worker to the others.
    Background,
}

/// What becomes of a request when the user types before it is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RetryPolicy {
    /// Start again on the new text: the response is as good for it.
    Retry,
    /// Answer "content modified": the question was about a place that may have moved.
    Refuse,
    /// Answer "server cancelled", which makes the client ask again.
    AskAgain,
}
