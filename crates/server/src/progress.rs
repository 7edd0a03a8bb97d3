//! What the user is told while the files of the workspace are looked for and read.

use serde_json::json;

use crate::lsp;
use crate::project_loader::ReadAhead;
use crate::transport::client_sender::{ClientMessage, ClientSender};

/// The display of one look at the disk.
pub(crate) struct LoadProgress {
    outbox: ClientSender,
    is_shown: bool,
}

impl LoadProgress {
    pub(crate) fn new(outbox: ClientSender) -> Self {
        Self {
            outbox,
            is_shown: false,
        }
    }

    /// A look begins that the user is told about.
    pub(crate) fn begin(&mut self) {
        self.end();
        self.outbox.send(ClientMessage::BeginProgress(
            token(),
            "Reading Puppet files".into(),
        ));
        self.is_shown = true;
    }

    /// Everything is found; texts are being read.
    pub(crate) fn read(&mut self, progress: &ReadAhead) {
        match progress {
            ReadAhead::All => self.end(),
            ReadAhead::Some { read, all } if self.is_shown => {
                let value = json!({ "kind": "report", "message": format!("{read} of {all}") });
                self.outbox.send(ClientMessage::Progress(token(), value));
            }
            ReadAhead::Some { .. } => {}
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
