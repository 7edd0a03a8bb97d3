//! The progress bar: on a terminal, and only when the check takes more than a second.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Quicker checks show nothing.
const DELAY: Duration = Duration::from_secs(1);

pub struct Progress {
    started: Instant,
    total: usize,
    done: usize,
    is_terminal: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Nothing done yet of so many files.
    pub fn new(total: usize) -> Self {
        Self {
            started: Instant::now(),
            total,
            done: 0,
            is_terminal: io::stderr().is_terminal(),
            bar: None,
        }
    }

    /// One more file is done.
    pub fn advance(&mut self) {
        self.done += 1;
        if self.bar.is_none() && self.is_terminal && self.started.elapsed() > DELAY {
            self.bar = Some(bar(self.total));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done as u64);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("checking {bar:40} {pos}/{len} files, {eta} left");
    ProgressBar::new(total as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
