//! Settings of the client.

use crate::client_refresh::RefreshKind;
use crate::client_settings::{SECTION, SettingsSection};
use crate::forge::ForgeClient;
use crate::lsp;
use crate::main_loop::MainLoop;
use crate::transport::client_sender::ClientMessage;
use std::sync::Arc;
use std::time::Instant;

impl MainLoop {
    pub(super) fn pull_settings(&self) {
        let item = lsp::ConfigurationItem {
            scope_uri: None,
            section: Some(SECTION.into()),
        };
        self.outbox.send(ClientMessage::PullSettings(item));
    }

    pub(super) fn configure(&mut self, value: &serde_json::Value) {
        let base = self.folders.first().cloned().unwrap_or_default();
        match SettingsSection::parse(value, &base) {
            Ok((settings, problems)) => {
                for problem in &problems {
                    self.show(problem.clone());
                }
                self.status.set_settings_problems(problems);
                self.prefetch_due = self.has_project.then(Instant::now);
                if settings != *self.settings {
                    self.apply_settings(settings);
                }
            }
            Err(message) => {
                self.status.set_settings_problems(vec![message.clone()]);
                self.prefetch_due = self.has_project.then(Instant::now);
                self.show(message);
            }
        }
    }

    pub(super) fn apply_settings(&mut self, settings: SettingsSection) {
        self.reload |= settings.client != self.settings.client && self.is_initialized;
        self.host.expect_all(settings.diagnostics.workspace);
        if settings.forge != self.settings.forge {
            let url = settings.forge.url();
            self.forge = url.map(|url| ForgeClient::start(url, self.sender.clone()));
            self.host.set_forge(url.map(|_| Arc::default()));
        }
        let other_hints = settings.inlay_hints != self.settings.inlay_hints
            || settings.forge != self.settings.forge;
        let other_lenses = settings.code_lenses != self.settings.code_lenses;
        self.settings = Arc::new(settings);
        self.edits += 1;
        if other_hints {
            self.refresh(RefreshKind::Hints);
        }
        if other_lenses {
            self.refresh(RefreshKind::Lenses);
        }
        if self.pushes_diagnostics() {
            for file in self.vfs.open_files() {
                self.publisher.handle_edit(file, Instant::now());
            }
        }
        self.include_own_files();
        self.put_off_system_checks();
        self.project_changed();
    }
}
