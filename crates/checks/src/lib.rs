//! The rules, one file each: its declaration, its message and its check. [`rules`] lists them all.
//!
//! A check looks at one file (and at whatever it needs of others, through queries) and adds diagnostics. An error means
//! that Puppet fails whenever the place is evaluated; what cannot be decided is never reported.

mod check_file;
mod control_flow;
mod downgrade_module_stubs;
mod downgrade_since_puppet_8;
mod downgrade_unneeded_defaults;
mod downgrade_unreached;
mod generated;
mod incremental;
mod literal_conversion_fix;
mod meta;
mod names;
mod resources;
mod root_cause;
pub mod rules;
mod runner;
mod security;
pub mod suppression;
mod templates;
mod types;
mod validation_issues;
mod versions;

pub use check_file::{file_diagnostics, prefetch_diagnostics, prepare};
pub use meta::invalid_setting::settings_problems;
pub use puppet_checks_modules::missing_dependency::{ModuleList, module_list};
use puppet_db::{Db, File, FilePlace};
use puppet_diagnostics::Diagnostic;
pub use versions::{fails_on_system, unused_on_node};

/// A check.
type Check = fn(&dyn Db, File, &mut Vec<Diagnostic<FilePlace>>);

/// All checks, in the order in which they run.
const ALL: &[Check] = &[
    puppet_checks_modules::unreadable_file::check,
    puppet_checks_modules::module_path::check,
    puppet_checks_modules::module_path::check_environment_conf,
    puppet_checks_modules::module_path::check_outside_paths,
    meta::invalid_setting::check,
    puppet_checks_hiera::check,
    puppet_checks_lint::check,
    puppet_checks_modules::check,
    names::unknown_fact::in_data::check,
    versions::legacy_fact::in_data::check,
    puppet_checks_syntax::syntax_error::check,
    validation_issues::check,
    runner::check,
    puppet_checks_modules::stale_documentation::check,
    meta::revealed_type::check,
    meta::house_rule::check,
];
