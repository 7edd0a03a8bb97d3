//! Processor time, for tests of how work grows.

use cpu_time::ThreadTime;
use std::time::Duration;

/// The processor time that a run takes on this thread, the least of three runs: what others do meanwhile does not
/// count.
pub fn processor_time(mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let start = ThreadTime::now();
        run();
        start.elapsed()
    };
    (0..3).map(time).min().unwrap_or_default()
}
