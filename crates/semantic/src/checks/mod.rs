//! The checks, one file each.
//!
//! A check looks at one file (and at whatever it needs of others, through queries) and adds diagnostics. An error means
//! that Puppet fails whenever the place is evaluated; what cannot be decided is never reported.

mod aliases;
mod arguments;
mod attributes;
mod bodies;
mod broken_ruby;
mod captures;
mod cases;
mod causes;
mod class_names;
mod comparisons;
mod conditions;
mod context;
mod cycles;
mod declared_modules;
mod defaults;
mod deferred;
mod dependencies;
mod deprecated;
mod documentation;
mod duplicate_attributes;
mod duplicate_keys;
mod duplicates;
mod environment_conf;
mod erb_variables;
mod failing_calls;
mod failing_uses;
mod failures;
mod file_names;
mod file_problem;
mod foreign_literals;
mod functions;
mod hidden_modules;
mod hiera;
mod jumps;
mod lambdas;
mod legacy_facts;
mod literal_fix;
mod lookups;
mod metadata;
mod misplaced;
mod missing_dependencies;
mod missing_facts;
mod missing_keys;
mod old_names;
mod parameter_types;
mod portions;
mod possible_undef;
mod references;
mod relationships;
mod repeated_defaults;
mod required;
mod reserved_parameters;
mod resource_forms;
mod resource_habits;
mod returns;
mod reveal;
mod sensitive;
mod settings;
mod shadowed;
mod stub_files;
mod syntax;
mod templates;
mod titles;
mod uniqueness;
mod unknown_names;
mod unknown_types;
mod unreached;
mod unused;
mod validation;
mod values;
mod variables;
mod versions;

pub(crate) use bodies::check_ahead;
use puppet_db::{Db, File};
use puppet_diagnostics::Diagnostic;
pub(crate) use titles::flattened;

/// A check.
pub type Check = fn(&dyn Db, File, &mut Vec<Diagnostic<File>>);

/// All checks, in the order in which they run.
pub const ALL: &[Check] = &[
    file_problem::check,
    metadata::check,
    missing_dependencies::check,
    declared_modules::check,
    hidden_modules::check,
    environment_conf::check,
    file_names::check,
    broken_ruby::check,
    settings::check,
    stub_files::check,
    hiera::check,
    syntax::check,
    validation::check,
    bodies::check,
    documentation::check,
    reveal::check,
];
