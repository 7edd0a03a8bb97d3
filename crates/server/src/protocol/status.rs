//! The notification `puppetAnalyzer/status`, as `docs/protocol.md` describes it.

use serde::{Deserialize, Serialize};

use crate::lsp;

/// The name in `experimental` of the capabilities of a client that wants to have it.
pub(crate) const CAPABILITY: &str = "status";

/// The notification.
pub(crate) enum StatusNotification {}

impl lsp::notification::Notification for StatusNotification {
    type Params = Status;
    const METHOD: &'static str = "puppetAnalyzer/status";
}

/// The contents of the notification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Status {
    pub(crate) version: String,
    pub(crate) state: ServerState,
    pub(crate) files: usize,
    pub(crate) modules: usize,
    pub(crate) missing: Vec<Missing>,
    pub(crate) problems: Vec<String>,
}

/// The state of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ServerState {
    Indexing,
    Ready,
    Degraded,
}

/// Declared modules that are not installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Missing {
    pub(crate) uri: Option<lsp::Url>,
    pub(crate) declared: usize,
    pub(crate) names: Vec<String>,
    pub(crate) install: String,
    pub(crate) summary: String,
}
