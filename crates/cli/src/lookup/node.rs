//! The node that `lookup` is about.

use std::io;
use std::path::Path;

use puppet_lookup::{Node, fact_sets};
use puppet_project::discover::{describes_nodes, fact_sets_in};
use puppet_project::fs::Disk;
use puppet_text::{Column, LineIndex};
use puppet_vfs::disk;

/// The node that the options name, of an environment in a directory.
pub(crate) fn read_node(name: Option<&str>, facts: Option<&Path>, root: &Path) -> io::Result<Node> {
    match (facts, name) {
        (Some(path), _) => choose(nodes_in(path)?, name)
            .map_err(|reason| error(path, io::ErrorKind::InvalidInput, &reason)),
        (None, Some(name)) => Ok(beside_the_code(root, name).unwrap_or_else(|| Node::new(name))),
        (None, None) => Ok(Node::new("")),
    }
}

/// The node of a name that a fact set of the environment describes.
fn beside_the_code(root: &Path, name: &str) -> Option<Node> {
    let files = fact_sets_in(&Disk, root).into_iter();
    let files = files.filter(|path| describes_nodes(&path.to_string_lossy()));
    // A file that is broken is no facts of this node, as far as is known.
    let nodes = files.filter_map(|path| nodes_in(&path).ok()).flatten();
    nodes.filter(|node| node.name == name).last()
}

/// The nodes that a file describes.
fn nodes_in(path: &Path) -> io::Result<Vec<Node>> {
    let read = disk::read(path)
        .map_err(|problem| error(path, io::ErrorKind::NotFound, &problem.to_string()))?;
    let sets = fact_sets(&path.to_string_lossy(), &read.text).map_err(|problem| {
        let lines = LineIndex::new(&read.text);
        let line = problem
            .range
            .map(|range| lines.line_col(range.start(), Column::Chars).line + 1);
        let place = line.map(|line| format!("line {line}: "));
        let reason = format!("{}{}", place.unwrap_or_default(), problem.message);
        error(path, io::ErrorKind::InvalidData, &reason)
    })?;
    Ok(sets.into_iter().map(|set| set.node).collect())
}

fn error(path: &Path, kind: io::ErrorKind, reason: &str) -> io::Error {
    io::Error::new(kind, format!("{}: {reason}", path.display()))
}

/// The node with a name; facts without one are those of any.
fn choose(mut nodes: Vec<Node>, name: Option<&str>) -> Result<Node, String> {
    match (name, nodes.len()) {
        (Some(name), 1) => Ok(nodes.remove(0).with_name(name)),
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
