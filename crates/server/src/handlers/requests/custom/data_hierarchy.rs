//! `puppetAnalyzer/dataHierarchy`: the hierarchies of data as a tree.
//!
//! `docs/protocol.md` describes what editors send and get.

use puppet_ide::{HierarchyFileNode, HierarchyLayer, HierarchyLevelNode};
use puppet_vfs::FileId;
use serde::{Deserialize, Serialize};

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};

pub(crate) struct DataHierarchy;

/// The request has no parameters.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct NoParams {}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct LayerItem {
    module: Option<String>,
    uri: Option<lsp::Url>,
    unknown: Option<String>,
    levels: Vec<LevelItem>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct LevelItem {
    name: String,
    range: lsp::Range,
    locations: Vec<String>,
    files: Option<Vec<DataFileItem>>,
    missing: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct DataFileItem {
    uri: Option<lsp::Url>,
    keys: usize,
    unused: Option<usize>,
}

impl lsp::request::Request for DataHierarchy {
    type Params = NoParams;
    type Result = Vec<LayerItem>;
    const METHOD: &'static str = "puppetAnalyzer/dataHierarchy";
}

impl RequestHandler for DataHierarchy {
    type Request = Self;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, _: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let layers = snapshot.analysis.data_hierarchy()?.into_iter();
        layers.map(|it| layer(snapshot, it)).collect()
    }
}

fn layer(snapshot: &Snapshot, layer: HierarchyLayer<FileId>) -> Result<LayerItem, ReadError> {
    let config = layer.config;
    let levels = layer.levels.into_iter();
    Ok(LayerItem {
        module: layer.module,
        uri: snapshot.uris.uri(config),
        unknown: layer.unknown,
        levels: levels
            .map(|it| level(snapshot, config, it))
            .collect::<Result<_, _>>()?,
    })
}

fn level(
    snapshot: &Snapshot,
    config: FileId,
    level: HierarchyLevelNode<FileId>,
) -> Result<LevelItem, ReadError> {
    let file = |node: HierarchyFileNode<FileId>| DataFileItem {
        uri: snapshot.uris.uri(node.file),
        keys: node.keys,
        unused: node.unused.map(|keys| keys.len()),
    };
    Ok(LevelItem {
        name: level.name,
        range: snapshot.range(config, level.range)?,
        locations: level.locations,
        files: level
            .files
            .map(|files| files.into_iter().map(file).collect()),
        missing: level.missing,
    })
}
