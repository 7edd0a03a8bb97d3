//! The tree as JSON.

use serde_json::{Value, json};

use super::{ShownFile, ShownLayer, ShownLevel};

/// One object with all layers.
pub(super) fn tree_json(layers: &[ShownLayer]) -> Value {
    json!({"layers": layers.iter().map(layer).collect::<Vec<_>>()})
}

fn layer(layer: &ShownLayer) -> Value {
    json!({
        "layer": if layer.module.is_some() { "module" } else { "environment" },
        "module": layer.module,
        "config": layer.config,
        "levels": layer.levels.iter().map(level).collect::<Vec<_>>(),
    })
}

fn level(level: &ShownLevel) -> Value {
    let files = level.files.as_ref();
    json!({
        "name": level.name,
        "line": level.line,
        "locations": level.locations,
        "files": files.map(|files| files.iter().map(file).collect::<Vec<_>>()),
    })
}

fn file(file: &ShownFile) -> Value {
    let unused = file.unused.as_ref().map(|keys| {
        let keys = keys.iter();
        keys.map(|(key, line)| json!({"key": key, "line": line}))
            .collect::<Vec<_>>()
    });
    json!({"path": file.path, "keys": file.keys, "unused": unused})
}
