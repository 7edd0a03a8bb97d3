//! The position-free model of a Puppet program, and its validation.
