//! Checking again whenever a file changes.

use std::io::{self, IsTerminal as _, Write};
use std::thread;
use std::time::{Duration, Instant};

use puppet_project::discover::discover;
use puppet_project::fs::{Disk, FileSystem as _};

use super::input::paths;
use super::options::CheckOptions;
use crate::paths::WorkingDirectory;

/// The shortest time between two looks at the disk.
const PAUSE: Duration = Duration::from_millis(500);

/// Runs a check, and again after each change of a file, for ever.
///
/// # Errors
/// Those of standard output, and that the working directory is gone.
pub fn watch(options: &CheckOptions, check: impl Fn() -> io::Result<()>) -> io::Result<()> {
    let directory = WorkingDirectory::current()?;
    loop {
        let before = fingerprint(options, &directory);
        if io::stdout().is_terminal() {
            // Clears the screen, and goes to its first line.
            write!(io::stdout(), "\x1b[2J\x1b[H")?;
        }
        check()?;
        writeln!(io::stderr(), "watching for changes, Ctrl+C ends")?;
        while fingerprint(options, &directory) == before {}
    }
}

/// A number that changes with the files. Takes at most a tenth of the time of a processor.
fn fingerprint(options: &CheckOptions, directory: &WorkingDirectory) -> u64 {
    let started = Instant::now();
    let paths = paths(options, directory);
    let model = discover(&Disk, &paths, &options.discovery(directory));
    let fingerprint = model.fingerprint(|path| Disk.stamp(path));
    thread::sleep(PAUSE.max(started.elapsed() * 9));
    fingerprint
}
