//! Command line options.

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

use clap::{Parser, ValueEnum};

/// Asks our crates what real Puppet was asked, and compares the answers.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask conformance")]
pub struct ConformanceOptions {
    /// Folder with the cases; every `*.jsonl` below it is read [default: ../shared/conformance beside the workspace].
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Only these kinds (comma-separated), for example `lex,parse`; `seed` are the examples of the seed documents.
    #[arg(long, value_delimiter = ',')]
    pub kind: Vec<String>,
    /// Only the case with this id, with inputs and both answers in full.
    #[arg(long)]
    pub id: Option<String>,
    /// Writes every failure to this file, one JSON object a line.
    #[arg(long)]
    pub report: Option<PathBuf>,
    /// How many failing cases of each kind are shown.
    #[arg(long, default_value_t = 5)]
    pub show: usize,
    /// The Puppet to be compared with.
    #[arg(long, value_enum, default_value_t = CaseTarget::Puppet8)]
    pub target: CaseTarget,
    /// Threads that run cases [default: number of cores].
    #[arg(long)]
    jobs: Option<usize>,
    /// Seconds that one case may take.
    #[arg(long, default_value_t = 10)]
    pub limit: u64,
    /// The list of accepted differences [default: exceptions.toml beside this package].
    #[arg(long)]
    exceptions: Option<PathBuf>,
    /// A table of kinds and how many of their cases may fail.
    #[arg(long)]
    pub open: Option<PathBuf>,
    /// Where the modules of the kind `corpus` are.
    #[arg(long, default_value = "/usr/share/puppet/modules")]
    pub corpus: PathBuf,
    /// The file with the fact sets of the kind `lookup` [default: ../oracle/generate/facts.json beside the folder].
    #[arg(long)]
    facts: Option<PathBuf>,
    /// The folder with the clones that the kind `lookup-repositories` asks about, as `OWNER+NAME`.
    #[arg(long)]
    pub repositories: Option<PathBuf>,
    /// For workers: the cases that they do.
    #[arg(long, hide = true)]
    pub share: Option<Share>,
}

/// The cases of one worker: every `step`-th from `start` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The first case.
    pub start: usize,
    /// The distance to the next.
    pub step: usize,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.start, self.step)
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Share, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(start, step)| Some((start.parse().ok()?, step.parse().ok()?)));
        let (start, step) = numbers
            .filter(|(_, step)| *step > 0)
            .ok_or("expected START/STEP")?;
        Ok(Share { start, step })
    }
}

/// A version of Puppet whose answers were recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CaseTarget {
    /// Puppet 7.23: the field `expect`.
    #[value(name = "7")]
    Puppet7,
    /// Puppet 8.11: the field `expect_other` where there is one, else `expect`.
    #[value(name = "8")]
    Puppet8,
}

impl ConformanceOptions {
    /// The folder with the cases.
    pub fn dir(&self) -> PathBuf {
        let beside = || package_root().join("../../../shared/conformance");
        self.dir.clone().unwrap_or_else(beside)
    }

    /// A file with the fact sets of lookups.
    pub fn facts(&self, name: &str) -> PathBuf {
        let beside = || self.dir().join("../oracle/generate/facts.json");
        let facts = self.facts.clone().unwrap_or_else(beside);
        facts.with_file_name(name)
    }

    /// The file with the accepted differences.
    pub fn exceptions(&self) -> PathBuf {
        let beside = || package_root().join("exceptions.toml");
        self.exceptions.clone().unwrap_or_else(beside)
    }

    /// How many cases run at the same time.
    pub fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
        self.jobs.unwrap_or_else(cores).max(1)
    }

    /// Whether cases of this kind were asked for.
    pub fn wants_kind(&self, kind: &str) -> bool {
        self.kind.is_empty() || self.kind.iter().any(|k| k == kind)
    }

    /// Whether the case with this id was asked for.
    pub fn wants_id(&self, id: &str) -> bool {
        self.id.as_deref().is_none_or(|wanted| wanted == id)
    }
}

fn package_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
