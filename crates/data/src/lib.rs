//! Spanned JSON and YAML values, and the configuration files of Puppet that are neither.
//!
//! Purpose: read data files so that every value has its position, and errors have theirs.
//! Allowed inputs: text. Forbidden knowledge: files, salsa, what the data means.

pub mod environment_conf;
pub mod hocon;
pub mod json;
mod psych;
mod value;
pub mod yaml;
mod yaml_indentation;

pub use value::{DataEntry, DataValue, Scalar, Special, ValueKind};

use puppet_text::TextRange;

/// Why a text could not be read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSyntaxError {
    /// What is wrong, as the start of a sentence without a full stop.
    pub message: String,
    /// The place, in bytes.
    pub range: TextRange,
}
