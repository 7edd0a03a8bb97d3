//! Keeps what was freed from staying in memory.
//!
//! A session makes and drops millions of small values. In pages of two megabytes, one that is still used keeps all of its
//! page: the process took three times what its values need.

/// Asks the system for pages of the usual size only. Where it cannot be asked, nothing changes.
pub(crate) fn disable() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!("huge pages stay in use: {error}");
    }
}
