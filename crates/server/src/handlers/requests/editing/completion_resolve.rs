//! `completionItem/resolve`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};
use crate::handlers::requests::editing::completion::{RESOLVE, from_data};
use serde_json::{Value, json};

/// The documentation of one item.
pub(crate) struct Resolve;

/// What we do not know of an item goes back as it came.
impl lsp::request::Request for Resolve {
    type Params = Value;
    type Result = Value;
    const METHOD: &'static str = RESOLVE;
}

impl RequestHandler for Resolve {
    type Request = Self;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let mut item = params.clone();
        let Some(data) = item.get("data") else {
            return Ok(item);
        };
        let label = item.get("label").and_then(Value::as_str);
        let (mark, about) = from_data(data, label.unwrap_or_default()).ok_or_else(|| {
            ReadError::Invalid("this completion item is not from this server".into())
        })?;
        let Some(file) = snapshot.uris.file_of_mark(mark) else {
            return Ok(item);
        };
        let described = snapshot.analysis.documentation(file, &about)?;
        if let Some(signature) = described.signature {
            item["detail"] = signature.into();
        }
        if let Some(text) = described.text {
            item["documentation"] = json!({ "kind": lsp::MarkupKind::Markdown, "value": text });
        }
        Ok(item)
    }
}
