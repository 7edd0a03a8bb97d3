//! Progress reports while the files of the workspace are discovered and read.

use serde_json::json;

use crate::lsp;
use crate::project_loader::Prefetch;
use crate::transport::client_sender::{ClientMessage, ClientSender};

/// The display of one look at the disk.
pub(crate) struct LoadProgress {
    outbox: ClientSender,
    /// Whether the client shows progress.
    is_supported: bool,
    is_shown: bool,
}

impl LoadProgress {
    pub(crate) fn new(outbox: ClientSender) -> Self {
        Self {
            outbox,
            is_supported: false,
            is_shown: false,
        }
    }

    /// Takes over whether the client shows progress.
    pub(crate) fn set_supported(&mut self, is_supported: bool) {
        self.is_supported = is_supported;
    }

    /// A scan begins that is reported to the user.
    pub(crate) fn begin(&mut self) {
        if !self.is_supported {
            return;
        }
        self.end();
        self.outbox.send(ClientMessage::BeginProgress(
            token(),
            "Reading Puppet files".into(),
        ));
        self.is_shown = true;
    }

    /// Everything is found; texts are being read.
    pub(crate) fn read(&mut self, progress: &Prefetch) {
        match progress {
            Prefetch::All => self.end(),
            Prefetch::Some { read, all } if self.is_shown => {
                let value = json!({ "kind": "report", "message": format!("{read} of {all}") });
                self.outbox.send(ClientMessage::Progress(token(), value));
            }
            Prefetch::Some { .. } => {}
        }
    }

    pub(crate) fn end(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            self.outbox
                .send(ClientMessage::EndProgress(token(), "done".into()));
        }
    }
}

fn token() -> lsp::ProgressToken {
    lsp::ProgressToken::String("puppet-analyzer/load".into())
}
