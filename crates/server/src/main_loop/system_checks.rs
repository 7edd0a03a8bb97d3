//! The clock of what is computed after a pause: code for the chosen node, and modules on the systems that they claim.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use puppet_ide::ParsedFiles;

use crate::main_loop::MainLoop;
use crate::systems_job::{SystemsChecked, SystemsJob};

/// How long the user must not type before that begins.
const PAUSE: Duration = Duration::from_millis(1000);

/// When modules are checked, and how a check that is under way ends.
#[derive(Debug, Default)]
pub(super) struct SystemChecks {
    pub(super) due: Option<Instant>,
    stop: Arc<AtomicBool>,
    parsed: Arc<ParsedFiles>,
}

impl MainLoop {
    /// Ends a check that is under way, and sets the clock of the next one.
    pub(super) fn put_off_system_checks(&mut self) {
        self.system_checks.stop.store(true, Ordering::Relaxed);
        let is_wanted = self.wants_system_checks();
        if !is_wanted {
            self.host.forget_system_failures();
        }
        let is_due = is_wanted || self.host.has_node();
        self.system_checks.due = is_due.then(|| Instant::now() + PAUSE);
    }

    fn wants_system_checks(&self) -> bool {
        self.settings.diagnostics.enable && self.settings.diagnostics.operating_systems
    }

    /// Queues the checks of the modules of all open documents.
    pub(super) fn queue_system_checks(&mut self) {
        self.system_checks.due = None;
        self.system_checks.stop = Arc::default();
        let job = SystemsJob {
            files: self.vfs.open_files().collect(),
            parsed: Arc::clone(&self.system_checks.parsed),
            stop: Arc::clone(&self.system_checks.stop),
            checks_systems: self.wants_system_checks(),
        };
        self.scheduler.queue_system_checks(job);
    }

    /// Shows what was found.
    pub(super) fn systems_checked(&mut self, checked: SystemsChecked) {
        if checked.stop.load(Ordering::Relaxed) {
            return;
        }
        let is_different = self.host.update_system_failures(checked.failures);
        if is_different || checked.is_node_different {
            self.project_changed();
        }
    }
}
