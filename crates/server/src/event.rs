//! Everything that can happen to the main loop.

use std::time::Duration;

use puppet_ide::ChosenNode;
use serde_json::Value;
use tokio::sync::oneshot;

use crate::diagnostics_publisher::DiagnosticsResult;
use crate::forge::ForgeUpdate;
use crate::handlers::pending_request::PendingRequest;
use crate::lsp;
use crate::project_loader::{Loaded, Prefetch};
use crate::scheduler::WorkerId;
use crate::systems_job::SystemsChecked;

/// The way into the main loop; unbounded, so that no sender waits.
pub(crate) type EventSender = crossbeam_channel::Sender<Event>;

/// One thing that happened. The main loop handles events strictly in the order in which they arrive.
#[derive(Debug)]
pub(crate) enum Event {
    /// The client's first request; answered with what we can do.
    Initialize(
        Box<lsp::InitializeParams>,
        oneshot::Sender<Box<lsp::ServerCapabilities>>,
    ),
    /// A notification of the client.
    Notify(Notification),
    /// A request of the client that only reads.
    Read(PendingRequest),
    /// A worker finished a request or a diagnosis and is free; the request comes back if an edit interrupted it.
    Idle {
        /// The worker.
        worker: WorkerId,
        /// The request that has to be started again, or refused.
        interrupted: Option<PendingRequest>,
    },
    /// A worker computed the diagnostics of a file, or was interrupted.
    Diagnosed(DiagnosticsResult),
    /// An edit interrupted the computing ahead.
    PrefetchInterrupted,
    /// Something has changed on disk, and the client did not say so.
    DiskChanged,
    /// The loader read files.
    Loaded(Loaded),
    /// Texts are prefetched.
    Prefetch(Prefetch),
    /// The Forge has answered.
    Forge(ForgeUpdate),
    /// The client's settings, as asked for.
    Settings(Value),
    /// Modules were checked on the operating systems that they claim.
    SystemsChecked(SystemsChecked),
    /// The user has chosen a node, or none.
    ChooseNode(Option<ChosenNode>),
    /// The client's last request.
    Shutdown(oneshot::Sender<()>),
    /// The session is over.
    Stop,
}

/// What a client tells us without waiting for an answer.
#[derive(Debug)]
pub(crate) enum Notification {
    Initialized,
    DidOpen(lsp::DidOpenTextDocumentParams),
    DidChange(lsp::DidChangeTextDocumentParams),
    DidClose(lsp::DidCloseTextDocumentParams),
    DidChangeWatchedFiles(lsp::DidChangeWatchedFilesParams),
    DidChangeWorkspaceFolders(lsp::DidChangeWorkspaceFoldersParams),
    DidChangeConfiguration(lsp::DidChangeConfigurationParams),
}

impl Event {
    /// A name for the log.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Initialize(..) => "initialize",
            Self::Notify(Notification::Initialized) => "initialized",
            Self::Notify(Notification::DidOpen(_)) => "textDocument/didOpen",
            Self::Notify(Notification::DidChange(_)) => "textDocument/didChange",
            Self::Notify(Notification::DidClose(_)) => "textDocument/didClose",
            Self::Notify(Notification::DidChangeWatchedFiles(_)) => {
                "workspace/didChangeWatchedFiles"
            }
            Self::Notify(Notification::DidChangeWorkspaceFolders(_)) => {
                "workspace/didChangeWorkspaceFolders"
            }
            Self::Notify(Notification::DidChangeConfiguration(_)) => {
                "workspace/didChangeConfiguration"
            }
            Self::Read(read) => read.method(),
            Self::Idle { .. } => "worker is idle",
            Self::Diagnosed(_) => "diagnostics are ready",
            Self::PrefetchInterrupted => "computing ahead was interrupted",
            Self::DiskChanged => "the disk has changed",
            Self::Loaded(_) => "files are loaded",
            Self::Prefetch(_) => "texts are prefetched",
            Self::Forge(_) => "the Forge has answered",
            Self::Settings(_) => "settings",
            Self::SystemsChecked(_) => "systems are checked",
            Self::ChooseNode(_) => "a node is chosen",
            Self::Shutdown(_) => "shutdown",
            Self::Stop => "stop",
        }
    }
}

/// A turn of the main loop that takes longer than this is worth a line in the log.
pub(crate) const SLOW_TURN: Duration = Duration::from_millis(50);
