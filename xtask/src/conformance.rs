//! `cargo xtask conformance`: starts the runner of the conformance cases.
//!
//! It is a program of its own, so that the other tasks do not have to compile the product.

use anyhow::Result;

use crate::shell;

/// Runs the cases that the arguments ask for; an error if any failed that is not a listed exception.
pub fn run(arguments: &[String]) -> Result<()> {
    let mut command = shell::cargo(&["run", "--quiet", "--package", "puppet-conformance", "--"]);
    command.args(arguments);
    shell::run(&mut command)
}
