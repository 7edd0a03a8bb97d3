//! Long answers, which go past the transport.
//!
//! The transport makes a tree of every answer before it writes it as text, on the one thread that also reads. For a list
//! of hundreds of things that takes longer than to compute them. Such an answer is made text by the worker that has
//! computed it and left here, a ticket goes through the transport in its place, and after it ([`crate::transport::middleware`]) the
//! ticket is exchanged for the text.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::Value;
use tower_lsp::jsonrpc::Id;

use crate::transport::framing;

/// The methods with long answers, and the names under which the transport knows them.
pub(super) const LONG: [(&str, &str); 5] = [
    ("textDocument/completion", COMPLETION),
    ("textDocument/documentSymbol", DOCUMENT_SYMBOL),
    ("textDocument/inlayHint", INLAY_HINT),
    ("textDocument/semanticTokens/full", SEMANTIC_TOKENS),
    ("workspace/symbol", WORKSPACE_SYMBOL),
];
pub(crate) const COMPLETION: &str = "puppetAnalyzer/completion";
pub(crate) const DOCUMENT_SYMBOL: &str = "puppetAnalyzer/documentSymbol";
pub(crate) const INLAY_HINT: &str = "puppetAnalyzer/inlayHint";
pub(crate) const SEMANTIC_TOKENS: &str = "puppetAnalyzer/semanticTokens";
pub(crate) const WORKSPACE_SYMBOL: &str = "puppetAnalyzer/workspaceSymbol";

/// The answers that were left, by their tickets.
#[derive(Debug, Default, Clone)]
pub(crate) struct Answers(Arc<ResponseBody>);

#[derive(Debug, Default)]
struct ResponseBody {
    texts: Mutex<HashMap<u64, Vec<u8>>>,
    next: AtomicU64,
}

/// What goes through the transport in place of an answer.
#[derive(Debug, Serialize)]
pub(crate) struct ResponseId(u64);

impl Answers {
    /// Leaves the text (JSON) of an answer.
    pub(crate) fn leave(&self, text: Vec<u8>) -> ResponseId {
        let ticket = self.0.next.fetch_add(1, Ordering::Relaxed);
        self.texts().insert(ticket, text);
        ResponseId(ticket)
    }

    /// The message, with its header, that answers a request with what was left for a ticket; `None` if it is no ticket.
    pub(super) fn message(&self, id: &Id, ticket: &Value) -> Option<Vec<u8>> {
        let text = self.texts().remove(&ticket.as_u64()?)?;
        let id = serde_json::to_vec(id).ok()?;
        let body = [
            br#"{"jsonrpc":"2.0","result":"#,
            &*text,
            br#","id":"#,
            &*id,
            b"}",
        ];
        let mut message = Vec::with_capacity(text.len() + 64);
        framing::add(&body.concat(), &mut message);
        Some(message)
    }

    fn texts(&self) -> MutexGuard<'_, HashMap<u64, Vec<u8>>> {
        self.0.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_exchanged_once() {
        let answers = Answers::default();
        let (first, second) = (answers.leave(b"[1]".into()), answers.leave(b"[2]".into()));
        let message = |ticket: &ResponseId, id: Id| {
            let ticket = serde_json::to_value(ticket).expect("a number");
            let message = answers.message(&id, &ticket)?;
            Some(String::from_utf8(message).expect("text"))
        };
        assert_eq!(
            message(&second, Id::String("x".into())).as_deref(),
            Some("Content-Length: 39\r\n\r\n{\"jsonrpc\":\"2.0\",\"result\":[2],\"id\":\"x\"}")
        );
        assert_eq!(message(&second, Id::Number(1)), None);
        assert!(message(&first, Id::Number(1)).is_some());
        assert_eq!(answers.message(&Id::Number(1), &Value::Null), None);
    }
}
