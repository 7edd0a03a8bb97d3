//! A directory of its own for each test, and the binary run in it.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A temporary directory that goes away with the value.
pub struct Sandbox(PathBuf);

/// What the binary answered.
pub struct Answer {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Sandbox {
    pub fn new(files: &[(&str, &str)]) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "puppet-analyzer-{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let sandbox = Self(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&sandbox.0).expect("temporary directory");
        for (path, text) in files {
            sandbox.write(path, text.as_bytes());
        }
        sandbox
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("temporary directory");
        std::fs::write(path, bytes).expect("temporary file");
    }

    /// Runs `puppet-analyzer` with these arguments and text on its standard input.
    pub fn run_with_input(&self, arguments: &[&str], input: &str) -> Answer {
        run_with_input(&self.0, arguments, input)
    }

    /// Starts `puppet-analyzer` with these arguments.
    pub fn start(&self, arguments: &[&str]) -> Child {
        start(&self.0, arguments)
    }

    /// Runs `puppet-analyzer` with these arguments.
    pub fn run(&self, arguments: &[&str]) -> Answer {
        run_in(&self.0, arguments)
    }
}

/// Runs `puppet-analyzer` in a directory with arguments and text on its standard input.
pub fn run_with_input(directory: &Path, arguments: &[&str], input: &str) -> Answer {
    let mut child = start(directory, arguments);
    let mut stdin = child.stdin.take().expect("its standard input");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    answer(child.wait_with_output().expect("it ends"))
}

fn start(directory: &Path, arguments: &[&str]) -> Child {
    let mut command = command(directory, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let child = command.stderr(Stdio::piped()).spawn();
    child.expect("the binary runs")
}

fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puppet-analyzer"));
    command.args(arguments).current_dir(directory);
    command.env_remove("NO_COLOR").env_remove("GITHUB_ACTIONS");
    command
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn run_in(directory: &Path, arguments: &[&str]) -> Answer {
    run_with(directory, arguments, &[])
}

/// Runs the binary with variables in its environment.
pub fn run_with(directory: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Answer {
    let mut command = command(directory, arguments);
    let output = command.envs(variables.iter().copied()).output();
    answer(output.expect("the binary runs"))
}

fn answer(output: Output) -> Answer {
    Answer {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}
