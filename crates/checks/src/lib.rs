//! The checks, one file each.
//!
//! A check looks at one file (and at whatever it needs of others, through queries) and adds diagnostics. An error means
//! that Puppet fails whenever the place is evaluated; what cannot be decided is never reported.

mod context;
mod control_flow;
mod diagnostics;
mod downgrade_unreached;
mod hiera;
mod incremental;
mod literal_conversion_fix;
mod meta;
mod modules;
mod names;
mod resources;
mod root_cause;
mod runner;
mod security;
mod syntax;
mod templates;
mod types;
mod value_origins;
mod versions;

pub use diagnostics::{check_ahead, file_diagnostics, prepare};
use puppet_db::{Db, File};
use puppet_diagnostics::Diagnostic;

/// A check.
type Check = fn(&dyn Db, File, &mut Vec<Diagnostic<File>>);

/// All checks, in the order in which they run.
const ALL: &[Check] = &[
    modules::unreadable_file::check,
    modules::metadata_invalid::check,
    modules::missing_dependency::check,
    modules::declared_modules::check,
    modules::module_path::check,
    modules::environment_conf::check,
    modules::file_name_case::check,
    modules::broken_ruby::check,
    modules::invalid_setting::check,
    modules::invalid_stub::check,
    hiera::check,
    syntax::syntax_error::check,
    syntax::validation_issues::check,
    runner::check,
    modules::stale_documentation::check,
    meta::revealed_type::check,
];
