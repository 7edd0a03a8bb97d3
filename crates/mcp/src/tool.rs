//! A tool: its description for clients, and the function that answers.

use puppet_ide::{Analysis, Cancelled};
use serde_json::{Value, json};

use crate::Commands;
use crate::answer::ToolAnswer;
use crate::cancellation::CallCancellation;
use crate::parameters::{ToolArguments, ToolParameter, schema};
use crate::workspace::SessionWorkspace;

/// A tool.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) parameters: &'static [ToolParameter],
    /// Whether it changes files, and is there only if that is allowed.
    pub(crate) writes: bool,
    pub(crate) run: fn(&ToolCall<'_>) -> Result<ToolAnswer, ToolError>,
}

/// What a tool works with.
pub(crate) struct ToolCall<'a> {
    pub(crate) workspace: &'a SessionWorkspace,
    pub(crate) analysis: Analysis,
    pub(crate) arguments: ToolArguments,
    pub(crate) cancellation: &'a CallCancellation,
    pub(crate) commands: Commands,
}

/// Why a tool has no answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ToolError {
    /// The client no longer waits.
    Cancelled,
    /// A message for the client.
    Refused(String),
}

impl From<Cancelled> for ToolError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<String> for ToolError {
    fn from(message: String) -> Self {
        Self::Refused(message)
    }
}

impl From<&str> for ToolError {
    fn from(message: &str) -> Self {
        Self::Refused(message.to_owned())
    }
}

impl Tool {
    /// What `tools/list` says about it.
    pub(crate) fn listed(&self) -> Value {
        json!({
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": schema(self.parameters),
            "annotations": {
                "title": self.title,
                "readOnlyHint": !self.writes,
                "destructiveHint": self.writes,
                "idempotentHint": !self.writes,
                "openWorldHint": false,
            },
        })
    }
}
