//! The nodes of a project, from its manifests and fact sets.
//!
//! [`site_nodes`] gives the node definitions and the fact sets of an environment. Both are read as the files of the
//! database are: nothing is parsed again unless its file changes.
//!
//! A [`NodeView`] tells what holds for the [`ChosenNode`].

mod chosen_node;
mod fact_sets;
mod module_check;
mod node_definition;
mod node_view;
mod project_files;
mod site;

pub use crate::chosen_node::{ChosenNode, NodeChoice, node_choices};
pub use crate::fact_sets::{NodeFacts, facts_of_file, system_title};
pub use crate::module_check::{ModuleCheck, SystemFailures};
pub use crate::node_definition::{NodeDefinition, NodeMatch, NodeMatches, node_definitions};
pub use crate::node_view::{NodeView, ObservedSource};
pub use crate::site::{SiteNodes, claims, site_nodes};
