//! The parameters and type members that receive a value.

pub mod hash_argument_keys;
pub mod sink_types;
pub mod type_path;
pub mod value_sink;
