//! The Puppet type system: types, values and their relations.
