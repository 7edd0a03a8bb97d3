//! Memory of a process.

use std::fs;

/// A line of a process's status in kilobytes, such as `VmRSS:` (what it has) or `VmHWM:` (the most that it had); where the
/// system tells.
pub(crate) fn memory(process: u32, line: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix(line))?;
    line.split_whitespace().next()?.parse().ok()
}
