//! `workspace/executeCommand` with `puppet-analyzer.chooseNode`: lists what can be chosen, and resolves a choice.
//!
//! `docs/protocol.md` describes what editors send and get.

use puppet_ide::{ChosenNode, NodeChoice};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};

pub(crate) struct ChooseNode;

/// The nodes and operating systems that can be chosen.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct NodeList {
    /// The one that is chosen.
    chosen: Option<NodeItem>,
    choices: Vec<NodeItem>,
    /// The node that the command chooses; none if it only asks for the list.
    #[serde(skip)]
    pub(crate) change: Option<Option<ChosenNode>>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct NodeItem {
    id: String,
    kind: NodeKind,
    title: String,
    detail: String,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum NodeKind {
    Node,
    FactSet,
    System,
}

impl lsp::request::Request for ChooseNode {
    type Params = Vec<Value>;
    type Result = NodeList;
    const METHOD: &'static str = "workspace/executeCommand";
}

impl RequestHandler for ChooseNode {
    type Request = Self;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, arguments: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let choices = snapshot.analysis.node_choices()?;
        let change = match arguments.first() {
            None => None,
            Some(Value::Null) => Some(None),
            Some(Value::String(id)) => Some(Some(find(&choices, id)?)),
            Some(other) => {
                let problem = format!("a node is chosen by the id of the list, not by {other}");
                return Err(ReadError::Invalid(problem));
            }
        };
        let chosen = match &change {
            Some(node) => node.clone(),
            None => snapshot.analysis.chosen_node().cloned(),
        };
        let items: Vec<NodeItem> = choices.iter().map(NodeItem::new).collect();
        let chosen = chosen.map(|node| node.id());
        Ok(NodeList {
            chosen: items
                .iter()
                .find(|it| Some(&it.id) == chosen.as_ref())
                .cloned(),
            choices: items,
            change,
        })
    }
}

/// The node of an id, or the first one of a name.
fn find(choices: &[NodeChoice], id: &str) -> Result<ChosenNode, ReadError> {
    let with_id = choices.iter().find(|it| it.node.id() == id);
    let with_title = || choices.iter().find(|it| it.title == id);
    let found = with_id.or_else(with_title);
    found
        .map(|choice| choice.node.clone())
        .ok_or_else(|| ReadError::Invalid(format!("there is no node or operating system {id}")))
}

impl NodeItem {
    fn new(choice: &NodeChoice) -> Self {
        Self {
            id: choice.node.id(),
            kind: match choice.node {
                ChosenNode::Name(_) => NodeKind::Node,
                ChosenNode::FactSet { .. } => NodeKind::FactSet,
                ChosenNode::System(_) => NodeKind::System,
            },
            title: choice.title.clone(),
            detail: choice.detail.clone(),
        }
    }
}
