//! The catalog as far as the source determines it: declarations, overrides and the closure of includes.

pub mod certain_use;
pub mod closure;
pub mod computed_names;
pub mod declared_classes;
pub mod definite;
pub mod instances;
pub mod interpolated_titles;
pub mod needed_defaults;
mod override_prefilter;
pub mod overrides;
pub mod similar_titles;
mod title_index;
mod title_search;
pub mod usages;
pub mod written_titles;
