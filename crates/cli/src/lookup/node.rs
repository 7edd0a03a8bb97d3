//! The node that `lookup` is about.

use std::io;
use std::path::Path;

use puppet_lookup::{FactsError, Node, nodes_of_facts};
use puppet_vfs::disk;

/// The node that the options name.
pub(super) fn read_node(name: Option<&str>, facts: Option<&Path>) -> io::Result<Node> {
    let Some(path) = facts else {
        return Ok(Node::new(name.unwrap_or_default()));
    };
    let error =
        |kind, reason: String| io::Error::new(kind, format!("{}: {reason}", path.display()));
    let read =
        disk::read(path).map_err(|problem| error(io::ErrorKind::NotFound, problem.to_string()))?;
    let is_json = path
        .extension()
        .is_some_and(|extension| extension == "json")
        || read.text.trim_start().starts_with(['{', '[']);
    let nodes = nodes_of_facts(&read.text, is_json).map_err(|problem| match problem {
        FactsError::Syntax(syntax) => error(io::ErrorKind::InvalidData, syntax.message),
        FactsError::Content(reason) => error(io::ErrorKind::InvalidData, reason),
    })?;
    choose(nodes, name).map_err(|reason| error(io::ErrorKind::InvalidInput, reason))
}

/// The node with a name; facts without one are those of any.
fn choose(mut nodes: Vec<Node>, name: Option<&str>) -> Result<Node, String> {
    match (name, nodes.len()) {
        (Some(name), 1) => {
            let node = nodes.remove(0);
            let named = Node::new(name);
            let is_same = node.name == named.name;
            let trusted = if is_same {
                node.trusted.clone()
            } else {
                named.trusted
            };
            Ok(Node {
                name: named.name,
                trusted,
                ..node
            })
        }
        (Some(name), _) => {
            let found = nodes.into_iter().rev().find(|node| node.name == name);
            found.ok_or_else(|| format!("it has no node {name}"))
        }
        (None, 1) => Ok(nodes.remove(0)),
        (None, _) => {
            let names: Vec<&str> = nodes.iter().take(5).map(|node| &*node.name).collect();
            Err(format!(
                "it has several nodes, choose one with --node: {}",
                names.join(", ")
            ))
        }
    }
}
