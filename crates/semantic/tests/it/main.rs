//! Tests of the checker as a whole.

mod incremental;
mod literate;
mod module_files;
mod projects;
mod support;
