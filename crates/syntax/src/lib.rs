//! Lossless syntax tree of the Puppet language.
