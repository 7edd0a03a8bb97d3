//! Shared parts of the editor features: the context, definitions and references, documentation and edits.

pub mod bolt_builtins;
pub mod branches;
pub mod cancellation;
pub mod code_action;
pub mod code_index;
pub mod context;
pub mod dataflow;
pub mod defs;
pub mod documentation;
pub mod file_table;
pub mod forge;
pub mod hiera;
pub mod local_scopes;
pub mod module_metadata;
pub mod node_values;
pub mod parameters;
pub mod plan_types;
pub mod position;
pub mod ruby;
pub mod search;
pub mod source_change;
pub mod struct_members;
pub mod symbol_index;
pub mod syntax_ext;
pub mod workspace_files;
