//! Fixes that edit metadata.json.

pub mod add_dependency;
pub mod add_missing_keys;
pub mod raise_version_requirement;
