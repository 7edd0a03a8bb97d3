//! The catalog as far as the source determines it: declarations, overrides and the closure of includes.

pub mod closure;
pub mod declarations;
pub mod declared_classes;
pub mod declaring_functions;
pub mod definite;
pub mod override_prefilter;
pub mod overrides;
pub mod title_search;
