//! `cargo xtask conformance`: starts the runner of the conformance cases.
//!
//! It is a program of its own, so that the other tasks do not have to compile the product.

use std::process::Command;

use anyhow::Result;

use crate::shell;

/// Runs the cases that the arguments ask for; an error if any failed that is not a listed exception.
pub fn run(arguments: &[String]) -> Result<()> {
    shell::run(&mut command(arguments)?)
}

/// The same, and then the figures: passed and total of each kind.
pub fn run_and_count(arguments: &[String]) -> Result<String> {
    let output = shell::run_and_read(&mut command(arguments)?)?;
    let is_count = |line: &&str| {
        let second = line.split_whitespace().nth(1);
        second.is_some_and(|word| word.contains('/')) || line.contains(" equal (")
    };
    Ok(output
        .lines()
        .take_while(|line| !line.is_empty())
        .filter(is_count)
        .collect::<Vec<_>>()
        .join(", "))
}

fn command(arguments: &[String]) -> Result<Command> {
    let mut command = Command::new(shell::debug_binary("puppet-conformance")?);
    command.args(arguments).current_dir(shell::root());
    Ok(command)
}
