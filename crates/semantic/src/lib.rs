//! Item index, name resolution, inference and checks.
//!
//! Everything here is a pure function of the inputs of `puppet-db`; what is computed about user code is "unknown" when
//! it cannot be decided, and then nothing is reported.

mod alias;
mod amended;
pub mod assets;
pub mod assigned;
pub mod assigned_places;
mod body_reads;
pub mod callables;
pub mod certain;
mod check;
mod checks;
mod closure;
pub mod data;
pub mod db;
pub mod declared;
pub mod declaring;
mod deprecated;
pub mod fact_sets;
mod facts;
pub mod finding;
mod fix;
mod functions;
pub mod infer;
pub mod item;
mod mentions;
mod mismatch;
pub mod module_data;
mod named_modules;
mod names;
mod object_types;
pub mod owner;
pub mod plugins;
pub mod reads;
pub mod resolve;
pub mod resource_names;
pub mod resource_types;
mod settings;
pub mod signature;
pub mod stubs;
pub mod suppress;
mod targets;
mod template;
mod template_uses;
mod text;
mod type_expr;
mod type_query;
pub mod uses;
mod world;
mod written;

pub use alias::alias_of;
pub use check::{check_ahead, file_diagnostics, prepare};
pub use db::RootDatabase;
pub use facts::is_given;
pub use named_modules::missing as missing_modules;
pub use names::NameResolver;
pub use settings::Settings;
pub use targets::{Product, Requirement, is_for_openvox};
pub use template::template_signature;
pub use type_query::{FileTypes, type_at};
