//! The resources and classes of a file as a graph: containment and order.
//!
//! What is found is what the code says: titles that are computed stand as they are written, and a relation to something
//! that only exists at run time is left out.

mod nodes;
mod relations;
#[cfg(test)]
mod tests;

use puppet_text::TextRange;

use crate::resource_graph::nodes::Nodes;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::position::NavigationTarget;
use puppet_ide_db::syntax_ext;

/// The graph of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResourceGraph {
    /// In the order of the file, those that are only referred to last.
    pub nodes: Vec<GraphNode>,
    /// Without doubles.
    pub edges: Vec<GraphEdge>,
}

/// A resource or class of a catalog, or a definition that contains them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphNode {
    /// What it is.
    pub kind: GraphNodeKind,
    /// What a reference to it looks like, or how its definition starts.
    pub label: String,
    /// The definition that it stands in: an index of [`ResourceGraph::nodes`].
    pub container: Option<usize>,
    /// Where the file declares it; where it is referred to, if it does not.
    pub range: TextRange,
    /// Whether the file declares it.
    pub is_declared: bool,
    /// Whether it is there only once something collects or realizes it.
    pub is_virtual: bool,
    /// What it is an instance of: a class, or a defined type.
    pub definition: Option<NavigationTarget>,
}

/// What a [`GraphNode`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphNodeKind {
    /// A class, defined type, plan or node that the file defines.
    Definition,
    /// A class that is declared or referred to.
    Class,
    /// A resource of another type.
    Resource,
    /// The resources that a query finds.
    Collector,
}

/// That one thing comes before another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphEdge {
    /// What comes first: an index of [`ResourceGraph::nodes`].
    pub from: usize,
    /// What comes after it.
    pub to: usize,
    /// Whether the second is refreshed when the first changes.
    pub refreshes: bool,
    /// How the code says it: `require`, `before`, `notify`, `subscribe`, `->`, `~>`, `<-` or `<~`.
    pub written: &'static str,
    /// Where the code says it.
    pub range: TextRange,
}

pub(crate) fn resource_graph(context: FileContext<'_>) -> ResourceGraph {
    let root = syntax_ext::root(context.db, context.file);
    let mut nodes = Nodes::collect(context, &root);
    let edges = relations::edges(&mut nodes, &root);
    ResourceGraph {
        nodes: nodes.all,
        edges,
    }
}
