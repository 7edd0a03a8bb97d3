//! The `puppet-analyzer` binary.
fn main() {}
