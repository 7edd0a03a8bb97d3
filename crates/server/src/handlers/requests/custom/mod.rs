//! Requests of our own, beyond the protocol.

pub(crate) mod choose_node;
pub(crate) mod data_hierarchy;
pub(crate) mod data_keys;
pub(crate) mod inferred_type;
pub(crate) mod page;
pub(crate) mod resource_graph;
pub(crate) mod syntax_tree;
