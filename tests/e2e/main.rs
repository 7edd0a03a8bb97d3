//! End-to-end tests: the binary, spoken to over stdio as editors do.
//!
//! These are few: what a feature answers is tested beside the feature. Here stands that the transport keeps its
//! promises, and that each method of the protocol reaches its feature.

mod capabilities;
mod changes;
mod chosen_node;
mod client;
mod completion;
mod data_hierarchy;
mod files_on_disk;
mod forge;
mod forge_server;
mod memory;
mod methods;
mod no_code_execution;
mod project;
mod random;
mod status;
mod stress;
mod systems;
mod transport;
mod unreadable;
mod workspace;
