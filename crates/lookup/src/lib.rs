//! Hiera for one node: the value of a key, each level that was tried on the way, and why.
//!
//! [`Session::look_up`] answers as `Puppet::Pops::Lookup` does: it reads the `hiera.yaml` of the global layer, the
//! environment and the module, computes the files of each level from the facts of a [`Node`], and merges what they say.
//! What cannot be known (a backend that is Ruby code, a fact that the node lacks) is [`LookupStop::Unknown`], with its reason.
//!
//! Files are read through [`Files`]; parsed ones are kept in [`Sources`] for the next session.

mod adapter;
mod backend;
mod config;
mod data_file;
mod error;
mod fact_set;
mod files;
mod glob;
pub mod interpolation_syntax;
mod interpolation_value;
mod key;
mod layers;
mod levels;
mod locations;
mod lookup_options;
mod merge;
mod module_definitions;
mod node;
mod open_types;
mod path;
mod puppet_function;
mod question;
mod ruby_value;
mod session;
#[cfg(test)]
mod tests;

pub use crate::config::LOCATION_KEYS;
pub use crate::data_file::DataFormat;
pub use crate::error::{ErrorKind, LookupError, LookupStop};
pub use crate::fact_set::{FactSet, FactsError, fact_sets};
pub use crate::files::{Files, FolderEntry, PathKind, Sources};
pub use crate::levels::{Layer, LevelPlace, LevelStatus, TriedLevel};
pub use crate::merge::Strategy;
pub use crate::node::Node;
pub use crate::open_types::OpenTypes;
pub use crate::question::{
    Answer, FoundValue, LookupOrigin, LookupQuestion, MergeSource, MergeUsed,
};
pub use crate::ruby_value::value_of;
pub use crate::session::{LookupEnvironment, LookupSettings, Session};
