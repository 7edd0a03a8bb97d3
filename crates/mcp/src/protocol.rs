//! Messages of JSON-RPC as the Model Context Protocol has them.

use serde_json::{Value, json};

/// The versions that are spoken, the newest first. Tools look the same in all of them.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The errors of JSON-RPC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErrorCode {
    Parse = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
}

/// What arrived.
#[derive(Debug, PartialEq)]
pub(crate) enum IncomingMessage {
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    Notification {
        method: String,
        params: Value,
    },
    /// A response to a request that was never made: nothing is asked of clients.
    Response,
    /// No message of the protocol: what to answer.
    Invalid(Value),
}

impl IncomingMessage {
    /// Reads a value that is not a batch.
    pub(crate) fn from_value(mut value: Value) -> Self {
        let id = value.get_mut("id").map(Value::take);
        let is_id = matches!(id, None | Some(Value::String(_) | Value::Number(_)));
        let params = value.get_mut("params").map(Value::take).unwrap_or_default();
        match (value.get("method").and_then(Value::as_str), id) {
            (Some(method), Some(id)) if is_id => Self::Request {
                method: method.to_owned(),
                id,
                params,
            },
            (Some(method), None) => Self::Notification {
                method: method.to_owned(),
                params,
            },
            (None, Some(_)) if value.get("result").or(value.get("error")).is_some() => {
                Self::Response
            }
            (_, id) => {
                let id = id.filter(|_| is_id).unwrap_or_default();
                let why = "This is no request, notification or response of JSON-RPC 2.0";
                Self::Invalid(error(&id, ErrorCode::InvalidRequest, why))
            }
        }
    }
}

/// A response with a result.
pub(crate) fn result(id: &Value, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

/// A response with an error.
pub(crate) fn error(id: &Value, code: ErrorCode, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message } })
}

/// The answer to `initialize`: the client's version if it is spoken, else the newest.
pub(crate) fn initialize(params: &Value, instructions: &str) -> Value {
    let wanted = params.get("protocolVersion").and_then(Value::as_str);
    let version = VERSIONS.into_iter().find(|it| Some(*it) == wanted);
    json!({
        "protocolVersion": version.unwrap_or(VERSIONS[0]),
        "capabilities": { "tools": { "listChanged": false } },
        "serverInfo": {
            "name": "puppet-analyzer",
            "title": "puppet-analyzer",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "instructions": instructions,
    })
}

/// The result of a tool.
pub(crate) fn tool_result(text: &str, is_error: bool) -> Value {
    json!({ "content": [{ "type": "text", "text": text }], "isError": is_error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_the_client_is_used_if_it_is_spoken() {
        for (wanted, expected) in [
            (json!("2024-11-05"), "2024-11-05"),
            (json!("2025-06-18"), "2025-06-18"),
            (json!("2030-01-01"), "2025-11-25"),
            (json!(7), "2025-11-25"),
        ] {
            let answer = initialize(&json!({ "protocolVersion": wanted }), "");
            assert_eq!(answer["protocolVersion"], expected);
        }
    }

    #[test]
    fn kinds_of_messages_are_distinguished() {
        for (value, expected) in [
            (json!({ "id": 1, "method": "ping" }), "request"),
            (json!({ "id": "a", "method": "ping" }), "request"),
            (json!({ "method": "x" }), "notification"),
            (json!({ "id": 1, "result": {} }), "response"),
            (json!({ "id": 1 }), "invalid"),
            (json!({ "id": null, "method": "ping" }), "invalid"),
            (json!({ "id": [1], "method": "ping" }), "invalid"),
            (json!(7), "invalid"),
        ] {
            let kind = match IncomingMessage::from_value(value.clone()) {
                IncomingMessage::Request { .. } => "request",
                IncomingMessage::Notification { .. } => "notification",
                IncomingMessage::Response => "response",
                IncomingMessage::Invalid(_) => "invalid",
            };
            assert_eq!(kind, expected, "{value}");
        }
    }
}
