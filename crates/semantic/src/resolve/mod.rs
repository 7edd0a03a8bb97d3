//! Name resolution: from a name to the definition that Puppet would load.

pub mod assets;
pub mod misspelled_module;
pub mod module_items;
pub mod module_versions;
pub mod name_resolver;
