//! The keys of `hiera.yaml`.
//!
//! Source: `Puppet::Pops::Lookup::HieraConfigV5.config_type`.

use crate::hiera::incomplete::PathSegment;

const TOP: [(&str, &str); 5] = [
    ("version", "5"),
    ("defaults", "for the levels that do not say it themselves"),
    ("hierarchy", "the levels, in order"),
    (
        "default_hierarchy",
        "asked where no other level has a value; in modules only",
    ),
    ("plan_hierarchy", "the levels for plans"),
];

const DEFAULTS: [(&str, &str); 5] = [
    ("datadir", "the folder of the files"),
    ("data_hash", "a function that reads a file"),
    ("lookup_key", "a function that looks a key up"),
    ("data_dig", "a function that looks a part of a value up"),
    ("options", "what the function is given"),
];

const LEVEL: [(&str, &str); 13] = [
    ("name", "for people"),
    ("path", "a file"),
    ("paths", "files"),
    ("glob", "files with names of a form"),
    ("globs", "files with names of some forms"),
    ("mapped_paths", "files for the elements of a list"),
    ("uri", "a place for the function"),
    ("uris", "places for the function"),
    ("datadir", "the folder of the files"),
    ("data_hash", "a function that reads a file"),
    ("lookup_key", "a function that looks a key up"),
    ("data_dig", "a function that looks a part of a value up"),
    ("options", "what the function is given"),
];

const HIERARCHIES: [&str; 3] = ["hierarchy", "default_hierarchy", "plan_hierarchy"];

/// The keys at a place, each with what it says.
pub fn keys(path: &[PathSegment]) -> &'static [(&'static str, &'static str)] {
    match path {
        [] => &TOP,
        [PathSegment::Key(key)] if key == "defaults" => &DEFAULTS,
        [PathSegment::Key(key), PathSegment::Item(_)] if HIERARCHIES.contains(&&**key) => &LEVEL,
        _ => &[],
    }
}

/// The usual values at a place.
pub fn values(path: &[PathSegment]) -> &'static [&'static str] {
    let Some(PathSegment::Key(key)) = path.last() else {
        return &[];
    };
    match &**key {
        "version" => &["5"],
        "data_hash" => &["yaml_data", "json_data", "hocon_data"],
        "lookup_key" => &["eyaml_lookup_key"],
        "datadir" => &["data"],
        _ => &[],
    }
}
