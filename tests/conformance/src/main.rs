//! Runs the conformance cases: answers of real Puppet, compared with ours.
fn main() {}
