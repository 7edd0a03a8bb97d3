//! The rules about Hiera: `hiera.yaml` and the files of its data.
//!
//! Source: `Puppet::Pops::Lookup`. A value in data is an error where Puppet fails whenever it gives that value to the
//! class; whether some node ever gets it does not matter, just as it does not for code under a condition.

mod data_context;
pub mod hiera_bad_interpolation;
pub mod hiera_bad_key;
pub mod hiera_config_invalid;
pub mod hiera_key_never_found;
pub mod hiera_type_mismatch;
pub mod hiera_unknown_class;
pub mod hiera_unknown_parameter;
pub mod hiera_unreached_level;
pub mod hiera_unused_key;
pub mod invalid_data_file;
mod keys;
pub mod lookup_options_problem;
mod removal;

use puppet_db::{Db, File, FileKind, FilePlace};
use puppet_diagnostics::{Diagnostic, Severity};
use puppet_semantic::hiera::data_origin;
use puppet_semantic::index::file_origin::Role;

use crate::data_context::DataContext;

/// Checks a `hiera.yaml` or a data file of its hierarchy; all other files are left alone.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    let Some(origin) = data_origin(db, file) else {
        return;
    };
    if file.kind(db) == FileKind::HieraConfig {
        hiera_config_invalid::check(db, file, origin, out);
        hiera_unreached_level::check_levels(db, file, out);
        return;
    }
    if origin.role == Role::UnreadData {
        hiera_unreached_level::check_file(db, (file, origin), out);
        return;
    }
    let Some(data) = DataContext::read(db, file) else {
        return;
    };
    let before = out.len();
    invalid_data_file::check_text(&data, out);
    hiera_unreached_level::check_file(db, (file, origin), out);
    keys::check(&data, out);
    hiera_type_mismatch::check(&data, out);
    invalid_data_file::check(&data, out);
    hiera_bad_interpolation::check(&data, out);
    lookup_options_problem::check(&data, out);
    if data.is_inferred() {
        for diagnostic in &mut out[before..] {
            diagnostic.severity = diagnostic.severity.min(Severity::Warning);
        }
    }
}
