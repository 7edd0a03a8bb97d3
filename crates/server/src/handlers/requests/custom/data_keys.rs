//! `puppetAnalyzer/dataKeys`: the keys of a data file, and what each gives to the chosen node.
//!
//! `docs/protocol.md` describes what editors send and get.

use puppet_ide::KeyOnNode;
use serde::{Deserialize, Serialize};

use crate::handlers::request_handler::{
    DocumentParams, Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};

pub(crate) struct DataKeys;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataKeyItem {
    key: String,
    range: lsp::Range,
    unused: bool,
    on_node: Option<NodeEffect>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct NodeEffect {
    state: NodeState,
    detail: String,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum NodeState {
    Used,
    Merged,
    Overridden,
    NotRead,
    Unknown,
}

impl lsp::request::Request for DataKeys {
    type Params = DocumentParams;
    type Result = Option<Vec<DataKeyItem>>;
    const METHOD: &'static str = "puppetAnalyzer/dataKeys";
}

impl RequestHandler for DataKeys {
    type Request = Self;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let keys = snapshot.analysis.data_keys(file)?.into_iter();
        let items = keys.map(|it| {
            Ok(DataKeyItem {
                range: snapshot.range(file, it.range)?,
                key: it.key,
                unused: it.is_unused,
                on_node: it.on_node.map(effect),
            })
        });
        items.collect::<Result<_, _>>().map(Some)
    }
}

fn effect(effect: KeyOnNode) -> NodeEffect {
    let (state, detail) = match effect {
        KeyOnNode::Used(value) => (NodeState::Used, value),
        KeyOnNode::Merged(value) => (NodeState::Merged, value),
        KeyOnNode::Overridden(path) => (NodeState::Overridden, path),
        KeyOnNode::NotRead => (NodeState::NotRead, String::new()),
        KeyOnNode::Unknown(reason) => (NodeState::Unknown, reason),
    };
    NodeEffect { state, detail }
}
