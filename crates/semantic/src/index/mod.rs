//! The index of the workspace: the definitions of each file, and the files that may mention a name.
//!
//! Three searches of texts find the files that need not be parsed: [`name_index`] for a word, [`definition_prefilter`]
//! for a definition, and `override_prefilter` of the crate `inference` for overrides of a type, which depend on what is before a brace.

pub mod completeness;
pub mod declarations;
pub mod declaring_functions;
pub mod definition_prefilter;
pub mod file_origin;
pub mod item_tree;
pub mod module_dependencies;
mod module_words;
pub mod name_index;
