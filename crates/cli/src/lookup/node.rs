//! The node that `lookup` is about.

use std::io::{self, Write as _};
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
        (None, Some(name)) => beside_the_code(root, name),
        (None, None) => Ok(Node::new("")),
    }
}

/// The node of a name that a fact set of the environment describes; without one, only its name is known.
fn beside_the_code(root: &Path, name: &str) -> io::Result<Node> {
    let files = fact_sets_in(&Disk, root).into_iter();
    let files = files.filter(|path| describes_nodes(&path.to_string_lossy()));
    let (mut found, mut problems) = (None, Vec::new());
    for path in files {
        match nodes_in(&path) {
            Ok(nodes) => found = nodes.into_iter().rfind(|node| node.name == name).or(found),
            Err(problem) => problems.push(problem),
        }
    }
    if let Some(node) = found {
        return Ok(node);
    }
    for problem in problems {
        writeln!(
            io::stderr(),
            "assumed: there are no facts of {name} in {problem}"
        )?;
    }
    Ok(Node::new(name))
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
