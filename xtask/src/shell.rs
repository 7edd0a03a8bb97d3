//! Running other programs, and talking to the person at the terminal.
#![expect(clippy::print_stderr, reason = "tasks talk to the terminal")]

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};

/// The root folder of the workspace.
pub fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_owned()
}

/// The cargo that started this program.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Arguments of `cargo build` for a program as the tests of the workspace build it: with the same features, so that no crate
/// is compiled a second time.
pub const AS_FOR_TESTS: [&str; 3] = ["--workspace", "--features", "puppet-ide/test-fixture"];

/// Builds a program of the workspace with the profile of tests, and gives its path.
pub fn debug_binary(name: &str) -> Result<PathBuf> {
    run(cargo(&["build", "--quiet", "--bin", name]).args(AS_FOR_TESTS))?;
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    Ok(root().join("target/debug").join(file))
}

/// Runs a command with its output on the terminal; an error if it cannot be started or fails.
pub fn run(command: &mut Command) -> Result<()> {
    let name = name(command);
    let status = command
        .status()
        .with_context(|| format!("cannot start {name}"))?;
    if !status.success() {
        bail!("{name} failed ({status})");
    }
    Ok(())
}

/// Runs a command quietly, and returns its standard output; an error if it cannot be started or fails.
pub fn output(command: &mut Command) -> Result<String> {
    let name = name(command);
    let output = command
        .output()
        .with_context(|| format!("cannot start {name}"))?;
    ensure!(
        output.status.success(),
        "{name} failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command with both of its outputs on the terminal, and returns them; an error if it cannot be started or fails.
pub fn run_and_read(command: &mut Command) -> Result<String> {
    let name = name(command);
    let (reader, writer) = std::io::pipe().context("cannot make a pipe")?;
    let other = writer.try_clone().context("cannot make a pipe")?;
    command.stdin(Stdio::null()).stdout(writer).stderr(other);
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {name}"))?;
    // The command still holds the writing ends: with them open, reading would never end.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut text = String::new();
    for line in BufReader::new(reader).lines() {
        let line = line?;
        say(&line);
        text.push_str(&line);
        text.push('\n');
    }
    let status = child.wait()?;
    ensure!(status.success(), "{name} failed ({status})");
    Ok(text)
}

/// Unpacks files of a commit, chosen by pathspecs, into a folder, which is made. `git` says which repository.
pub fn unpack_commit(mut git: Command, commit: &str, paths: &[&str], into: &Path) -> Result<()> {
    fs::create_dir_all(into)?;
    let archive = into.with_extension("tar");
    git.args(["archive", "--output"]).arg(&archive);
    output(git.arg(commit).arg("--").args(paths))?;
    let mut tar = Command::new("tar");
    output(tar.arg("xf").arg(&archive).arg("-C").arg(into))?;
    Ok(fs::remove_file(&archive)?)
}

/// Prints a line for the person at the terminal.
pub fn say(text: &str) {
    eprintln!("{text}");
}

/// The program and its first arguments.
fn name(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args().take(2));
    words
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}
