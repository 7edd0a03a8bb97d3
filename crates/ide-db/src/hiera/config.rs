//! The keys of `hiera.yaml`.
//!
//! Source: `Puppet::Pops::Lookup::HieraConfigV5.config_type`.

use puppet_library::{DocumentKey, Library};

use crate::hiera::incomplete::PathSegment;

const HIERARCHIES: [&str; 3] = ["hierarchy", "default_hierarchy", "plan_hierarchy"];

/// The keys at an offset, each with its documentation.
pub fn keys(path: &[PathSegment]) -> &'static [DocumentKey] {
    Library.document_keys(match path {
        [] => "hiera.yaml",
        [PathSegment::Key(key)] if key == "defaults" => "hiera.yaml defaults",
        [PathSegment::Key(key), PathSegment::Item(_)] if HIERARCHIES.contains(&&**key) => {
            "hiera.yaml level"
        }
        _ => return &[],
    })
}

/// The usual values at an offset.
pub fn values(path: &[PathSegment]) -> &'static [String] {
    match path.last() {
        Some(PathSegment::Key(key)) => Library.document_values(&format!("hiera.yaml {key}")),
        _ => &[],
    }
}
