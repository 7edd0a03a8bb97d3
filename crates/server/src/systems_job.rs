//! The work after a pause: code for the chosen node, and modules on the systems that they claim. The latter takes long, on a
//! thread that holds no snapshot.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use puppet_ide::{Cancellable, ParsedFiles, SystemFailures};
use puppet_vfs::FileId;

use crate::snapshot::Snapshot;

/// What was found, unless the check was stopped.
#[derive(Debug)]
pub(crate) struct SystemsChecked {
    pub(crate) failures: Vec<SystemFailures>,
    /// Whether the chosen node uses other code than before.
    pub(crate) is_node_different: bool,
    pub(crate) stop: Arc<AtomicBool>,
}

/// What a worker computes after a pause.
pub(crate) struct SystemsJob {
    pub(crate) files: Vec<FileId>,
    pub(crate) parsed: Arc<ParsedFiles>,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) checks_systems: bool,
}

impl SystemsJob {
    pub(crate) fn run(self, snapshot: Snapshot) -> SystemsChecked {
        let analysis = &snapshot.analysis;
        // An edit that interrupts it sets the clock again.
        let refresh = || analysis.refresh_node_values(&self.files);
        let is_node_different = caught(refresh).unwrap_or_default();
        let checks = match self.checks_systems {
            true => caught(|| analysis.system_checks(&self.files, &self.parsed)),
            false => None,
        };
        // A write must not wait for the checks.
        drop(snapshot);
        let checks = checks.unwrap_or_default();
        let run = || checks.iter().filter_map(|check| check.run(&self.stop));
        let failures = panic::catch_unwind(AssertUnwindSafe(|| run().collect()));
        SystemsChecked {
            failures: failures.unwrap_or_default(),
            is_node_different,
            stop: self.stop,
        }
    }
}

fn caught<T>(work: impl FnOnce() -> Cancellable<T>) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).ok()?.ok()
}
