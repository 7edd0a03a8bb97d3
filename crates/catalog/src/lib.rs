//! Catalogs of classes and defined types on each operating system, as far as they are known.
//!
//! [`compile`] evaluates a manifest for one node, with the code and the data of modules, as far as neither Ruby nor what a
//! real machine has is needed. Its [`CompileVerdict`] is unknown where that does not suffice.
//!
//! Files are read through [`puppet_lookup::Files`].

mod claims;
mod compile;
mod facts;
mod functions;
mod matrix;
mod missing_data;
mod modules;
mod node_modules;
mod observe;
mod systems;
#[cfg(test)]
mod tests;

pub use crate::claims::Claims;
pub use crate::compile::{CompileFailure, CompileVerdict, Request, STACK_SIZE, compile};
pub use crate::facts::legacy_facts;
pub use crate::matrix::{Matrix, MatrixReport, SystemFailure};
pub use crate::modules::{ModuleFile, ModuleSet, ParsedFiles};
pub use crate::node_modules::DataSources;
pub use crate::observe::{Observation, ObservedFile, ObservedKind, ObservedValue, UnusedBranch};
pub use crate::systems::{System, systems};
