//! The state of the server, for the log, and for clients that show it: `puppetAnalyzer/status`.
//!
//! `docs/protocol.md` describes what is sent.

use std::sync::{Arc, Mutex, PoisonError};

use crate::protocol::status::{Missing, ServerState, Status};
use puppet_ide::ProjectStatus;

use crate::request_error::ReadError;
use crate::snapshot::Snapshot;
use crate::transport::client_sender::{ClientMessage, ClientSender};

/// Sends the status, and writes what is new in it to the log.
#[derive(Debug)]
pub(crate) struct StatusReporter {
    outbox: ClientSender,
    shared: Mutex<SharedStatus>,
}

#[derive(Debug, Default)]
struct SharedStatus {
    /// Whether the client wants to have it.
    is_wanted: bool,
    /// What is wrong with the settings, and with the files of the project.
    problems: [Vec<String>; 2],
    /// What was logged last.
    logged: Option<ProjectStatus>,
}

impl StatusReporter {
    pub(crate) fn new(outbox: ClientSender) -> Arc<Self> {
        Arc::new(Self {
            outbox,
            shared: Mutex::default(),
        })
    }

    /// Says whether the client wants to have the status.
    pub(crate) fn set_wanted(&self, is_wanted: bool) {
        self.with(|shared| shared.is_wanted = is_wanted);
    }

    /// What is wrong with the settings.
    pub(crate) fn set_settings_problems(&self, problems: Vec<String>) {
        self.with(|shared| shared.problems[0] = problems);
    }

    /// What could not be read.
    pub(crate) fn set_project_problems(&self, problems: Vec<String>) {
        self.with(|shared| shared.problems[1] = problems);
    }

    /// The disk is being searched.
    pub(crate) fn indexing(&self) {
        self.send(&ProjectStatus::default(), Vec::new(), true);
    }

    /// Computes the status and sends it, on a thread that may wait.
    pub(crate) fn run(&self, snapshot: &Snapshot) -> Result<(), ReadError> {
        let status = snapshot.analysis.project_status()?;
        let missing = status.missing.iter().zip(&status.declared_in);
        let missing = missing.map(|(missing, file)| Missing {
            uri: snapshot.uris.uri(*file),
            declared: missing.declared,
            names: missing.names.clone(),
            install: missing.install.to_owned(),
            summary: missing.summary(),
        });
        self.send(&status, missing.collect(), false);
        let is_new = self.with(|shared| {
            let is_new = shared.logged.as_ref() != Some(&status);
            shared.logged = Some(status.clone());
            is_new
        });
        if is_new {
            log(&status);
        }
        Ok(())
    }

    fn send(&self, status: &ProjectStatus, missing: Vec<Missing>, is_indexing: bool) {
        let (is_wanted, problems) =
            self.with(|shared| (shared.is_wanted, shared.problems.concat()));
        if !is_wanted {
            return;
        }
        let is_complete = missing.is_empty() && problems.is_empty();
        self.outbox.send(ClientMessage::Status(Status {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            state: match (is_indexing, is_complete) {
                (true, _) => ServerState::Indexing,
                (false, true) => ServerState::Ready,
                (false, false) => ServerState::Degraded,
            },
            files: status.files,
            modules: status.modules,
            missing,
            problems,
        }));
    }

    fn with<T>(&self, change: impl FnOnce(&mut SharedStatus) -> T) -> T {
        change(&mut self.shared.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn log(status: &ProjectStatus) {
    tracing::info!("roots: {}", list(&status.roots));
    tracing::info!("module paths: {}", list(&status.module_paths));
    tracing::info!("files: {}, modules: {}", status.files, status.modules);
    for missing in &status.missing {
        tracing::info!("{}", missing.summary());
        if !missing.is_listed() {
            tracing::info!("not installed: {}", missing.names.join(", "));
        }
    }
}

fn list(paths: &[String]) -> String {
    match paths.is_empty() {
        true => "none".to_owned(),
        false => paths.join(", "),
    }
}
