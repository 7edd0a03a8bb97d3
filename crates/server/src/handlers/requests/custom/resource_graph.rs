//! `puppetAnalyzer/resourceGraph`: the resources and classes of a file, to be drawn.
//!
//! `docs/protocol.md` describes what editors send and get.

use puppet_ide::FileRange;
use puppet_ide::{GraphEdge, GraphNode, GraphNodeKind};
use puppet_vfs::FileId;
use serde::{Deserialize, Serialize};

use crate::handlers::request_handler::{
    DocumentParams, Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};

pub(crate) struct ResourceGraph;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Graph {
    nodes: Vec<GraphNodeJson>,
    edges: Vec<Edge>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct GraphNodeJson {
    kind: GraphEdgeKind,
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    container: Option<usize>,
    range: lsp::Range,
    declared: bool,
    #[serde(rename = "virtual")]
    is_virtual: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    definition: Option<lsp::Location>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum GraphEdgeKind {
    Definition,
    Class,
    Resource,
    Collector,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Edge {
    from: usize,
    to: usize,
    refreshes: bool,
    written: String,
    range: lsp::Range,
}

impl lsp::request::Request for ResourceGraph {
    type Params = DocumentParams;
    type Result = Option<Graph>;
    const METHOD: &'static str = "puppetAnalyzer/resourceGraph";
}

impl RequestHandler for ResourceGraph {
    type Request = Self;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let Some(graph) = snapshot.analysis.resource_graph(file)? else {
            return Ok(None);
        };
        let nodes = graph.nodes.into_iter();
        let edges = graph.edges.into_iter();
        Ok(Some(Graph {
            nodes: nodes
                .map(|it| node(snapshot, file, it))
                .collect::<Result<_, _>>()?,
            edges: edges
                .map(|it| edge(snapshot, file, it))
                .collect::<Result<_, _>>()?,
        }))
    }
}

fn node(snapshot: &Snapshot, file: FileId, node: GraphNode) -> Result<GraphNodeJson, ReadError> {
    let definition = match node.definition {
        Some(target) => snapshot.location(FileRange {
            file: target.file,
            range: target.focus_range,
        })?,
        None => None,
    };
    Ok(GraphNodeJson {
        kind: match node.kind {
            GraphNodeKind::Definition => GraphEdgeKind::Definition,
            GraphNodeKind::Class => GraphEdgeKind::Class,
            GraphNodeKind::Resource => GraphEdgeKind::Resource,
            GraphNodeKind::Collector => GraphEdgeKind::Collector,
        },
        label: node.label,
        container: node.container,
        range: snapshot.range(file, node.range)?,
        declared: node.is_declared,
        is_virtual: node.is_virtual,
        definition,
    })
}

fn edge(snapshot: &Snapshot, file: FileId, edge: GraphEdge) -> Result<Edge, ReadError> {
    Ok(Edge {
        from: edge.from,
        to: edge.to,
        refreshes: edge.refreshes,
        written: edge.written.to_owned(),
        range: snapshot.range(file, edge.range)?,
    })
}
