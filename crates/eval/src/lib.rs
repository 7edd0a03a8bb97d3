//! Bounded evaluation of constant Puppet expressions.
