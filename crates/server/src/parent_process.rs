//! Notices when the client's process has ended without `exit`, so that no orphaned server remains.

use std::thread;
use std::time::Duration;

const INTERVAL: Duration = Duration::from_secs(3);

/// Calls `gone` when the process `id` ends. Where the system cannot tell (outside Unix), the closed stdin has to do.
pub(crate) fn watch(id: u32, gone: impl Fn() + Send + 'static) {
    let spawned = thread::Builder::new()
        .name("parent-watch".into())
        .spawn(move || {
            while is_alive(id) {
                thread::sleep(INTERVAL);
            }
            tracing::info!("the client's process {id} is gone");
            gone();
        });
    if let Err(error) = spawned {
        tracing::warn!("cannot watch the client's process: {error}");
    }
}

#[cfg(unix)]
fn is_alive(id: u32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) else {
        return true;
    };
    test_kill_process(pid) != Err(Errno::SRCH)
}

#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    true
}
