//! Processor time of a process, on a machine that others use as well.

use std::fs;
use std::time::Duration;

/// The time that the threads of a process have had on all processors; where the system tells.
pub(crate) fn processor_time(process: u32) -> Option<Duration> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let mut nanoseconds = 0;
    for thread in threads.flatten() {
        // Time on a processor, time of waiting for one, and turns.
        if let Ok(times) = fs::read_to_string(thread.path().join("schedstat")) {
            nanoseconds += times.split(' ').next()?.parse::<u64>().ok()?;
        }
    }
    Some(Duration::from_nanos(nanoseconds))
}
