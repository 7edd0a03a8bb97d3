//! Rules about modules: layout, metadata, dependencies, settings and stubs.

pub(crate) mod autoload_layout;
pub(crate) mod catalog_vs_plan_context;
pub(crate) mod file_too_large;
pub(crate) mod invalid_setting;
pub(crate) mod module_path;
pub(crate) mod stale_documentation;
pub(crate) mod undeclared_dependency;
pub(crate) mod unreadable_file;
