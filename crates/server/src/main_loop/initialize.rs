//! The handshake: `initialize`, `initialized`, and what is registered with the client.

use std::path::PathBuf;
use std::sync::Arc;

use crate::capabilities::{formatting, server_capabilities, type_hierarchy};
use crate::lsp;
use crate::main_loop::{MainLoop, watched_files};
use crate::polling_watcher::Watcher;
use crate::protocol::client_capabilities::ClientFeatures;
use crate::protocol::position_encoding::PositionEncoding;
use crate::transport::client_sender::ClientMessage;

impl MainLoop {
    pub(super) fn initialize(&mut self, params: lsp::InitializeParams) -> lsp::ServerCapabilities {
        self.client = Arc::new(ClientFeatures::from_capabilities(&params.capabilities));
        self.status.set_wanted(self.client.shows_status);
        self.progress.set_supported(self.client.shows_progress);
        self.encoding = PositionEncoding::negotiate(&params.capabilities);
        self.folders = folders(&params);
        if let Some(options) = &params.initialization_options {
            self.configure(options);
        }
        server_capabilities(self.encoding, &self.client)
    }

    pub(super) fn initialized(&mut self) {
        self.is_initialized = true;
        if self.client.watches_files {
            self.outbox
                .send(ClientMessage::Register(vec![watched_files::registration()]));
        } else {
            self.watcher = Some(Watcher::start(self.sender.clone()));
        }
        if self.client.registers_formatting {
            self.outbox.send(ClientMessage::Register(formatting()));
        }
        if self.client.registers_type_hierarchy {
            self.outbox
                .send(ClientMessage::Register(vec![type_hierarchy()]));
        }
        if self.client.tells_settings {
            self.pull_settings();
        }
        self.reload = true;
    }
}

/// The workspace folders, or what older clients send in their place.
fn folders(params: &lsp::InitializeParams) -> Vec<PathBuf> {
    let uris = match &params.workspace_folders {
        Some(folders) => folders.iter().map(|folder| folder.uri.clone()).collect(),
        None => params.root_uri.iter().cloned().collect::<Vec<_>>(),
    };
    uris.iter()
        .filter_map(|uri| uri.to_file_path().ok())
        .collect()
}
