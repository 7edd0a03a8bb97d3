//! The index of the workspace: what each file defines, and which files may mention a name.

pub mod completeness;
pub mod definition_prefilter;
pub mod file_origin;
pub mod item_tree;
pub mod module_dependencies;
pub mod name_index;
pub mod usages;
