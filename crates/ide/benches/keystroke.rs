//! The gate of incremental analysis: the time from a keystroke to its diagnostics, and to a completion.
//!
//! `cargo bench -p puppet-ide --bench keystroke` types a statement letter by letter into the middle of a class with a
//! long body, and of a file of many short definitions, of 150, 1,000 and 10,000 lines each: as a plain statement, in a
//! heredoc, after a string without its closing quote, and after a condition without its closing brace. The fastest of
//! several rounds counts for each keystroke, and the median of all keystrokes is compared with its limit. Paths of
//! manifests in a folder of modules can be given, too. There is no editor and no other thread, so
//! `valgrind --tool=callgrind` shows where the time goes.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use puppet_ide::{AnalysisHost, FileId, LoadedProject, TextSize};
use puppet_ide_db::position::FilePosition;
use puppet_project::fs::{Disk, Memory};
use puppet_vfs::{FilePath, Vfs};

/// The allocator of the product.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What is typed.
const TYPED: &str = "$typed = [$count, 2].map |$x| { $x + 1 } ";

const ROUNDS: usize = 3;

const MANIFEST: &str = "/modules/x/manifests/init.pp";

/// Statements as they stand in ordinary modules. `NN` is the number of the group.
const GROUP: &str = r#"  $path_NN = "${base}/conf.d/part_NN.conf"
  $limit_NN = $count + NN

  # Part NN of the configuration.
  file { $path_NN:
    ensure  => file,
    owner   => $owner,
    mode    => '0644',
    content => @("END"),
      limit = ${limit_NN}
      owner = ${owner}
      | END
    notify  => Service['service_NN'],
  }

  if $enabled and $options['part_NN'] =~ String {
    $value_NN = $options['part_NN']
    notice("${value_NN} of ${path_NN}")
  } else {
    $value_NN = 'none'
  }

  case $facts['os']['family'] {
    'Debian': { $package_NN = 'part-NN' }
    'RedHat': { $package_NN = "part_NN.${facts['os']['architecture']}" }
    default:  { fail("no part NN for ${value_NN}") }
  }

  package { $package_NN: ensure => installed }
  service { 'service_NN': ensure => running, require => Package[$package_NN] }

  $names_NN = ['a', 'b', $owner].map |String $name| { "${base}/${name}" }
  $names_NN.each |Integer $index, String $name| {
    file { "${name}_NN_${index}": ensure => directory, mode => '0755' }
  }

"#;

const PARAMETERS: &str = "Boolean $enabled = true, String $owner = 'root', Integer $count = 1, \
    String $base = '/etc', Hash[String, Any] $options = {}";

/// The code around the cursor, whose place is between the two parts.
const PLACES: [Place; 4] = [
    Place {
        name: "statement",
        before: "  ",
        after: "\n",
        is_broken: false,
    },
    Place {
        name: "heredoc",
        before: "  notice(@(\"TEXT\"))\n    ",
        after: "\n    | TEXT\n",
        is_broken: false,
    },
    Place {
        name: "missing quote",
        before: "  $open = 'text\n  ",
        after: "\n",
        is_broken: true,
    },
    Place {
        name: "missing brace",
        before: "  if $enabled {\n  ",
        after: "\n",
        is_broken: true,
    },
];

/// A place for the cursor.
struct Place {
    name: &'static str,
    before: &'static str,
    after: &'static str,
    /// Whether a quote or a brace is missing.
    is_broken: bool,
}

impl Place {
    /// The most that the median may be, in milliseconds.
    fn limit(&self, lines: usize) -> f64 {
        match (self.is_broken, lines) {
            (true, _) => 33.0,
            (false, ..=1500) => 5.0,
            (false, _) => 16.0,
        }
    }
}

/// The limit of a completion in a text of ordinary length.
fn limit_of_completion(lines: usize) -> f64 {
    match lines {
        ..=1500 => 2.0,
        _ => f64::INFINITY,
    }
}

fn main() -> ExitCode {
    println!("median of {} keystrokes, in ms (limit)", TYPED.len());
    let mut is_kept = true;
    for lines in [150, 1_000, 10_000] {
        for (name, text) in [
            ("long body", long_body(lines)),
            ("definitions", definitions(lines)),
        ] {
            let files: Memory = [
                ("/environment.conf", "modulepath = modules\n"),
                (MANIFEST, &text),
            ]
            .into_iter()
            .collect();
            let project = LoadedProject::read_from(&files, &[PathBuf::from("/")]);
            is_kept &= measure(name, &project, Path::new(MANIFEST), &text);
        }
    }
    let arguments = std::env::args().skip(1);
    for manifest in arguments.filter(|it| !it.starts_with("--")) {
        let path = PathBuf::from(&manifest);
        let modules = path.ancestors().nth(3).unwrap_or(&path).to_owned();
        let text = std::fs::read_to_string(&path).expect("a manifest");
        let project = LoadedProject::read_from(&Disk, &[modules]);
        is_kept &= measure(&manifest, &project, &path, &text);
    }
    match is_kept {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// A class with one long body.
fn long_body(lines: usize) -> String {
    let mut text = format!("class x({PARAMETERS}) {{\n");
    for number in 0..groups(lines) {
        text.push_str(&GROUP.replace("NN", &number.to_string()));
    }
    text.push_str("}\n");
    text
}

/// Many definitions with short bodies.
fn definitions(lines: usize) -> String {
    let mut text = String::new();
    for number in 0..groups(lines) {
        let body = GROUP.replace("NN", &number.to_string());
        let _ = write!(
            text,
            "define x::part_{number}({PARAMETERS}) {{\n{body}}}\n\n"
        );
    }
    text
}

/// How many groups fit, with the lines around each of them.
fn groups(lines: usize) -> usize {
    lines / (GROUP.lines().count() + 3)
}

/// Types at all places of a text, and prints the medians. Returns whether all limits are kept.
fn measure(name: &str, project: &LoadedProject, path: &Path, text: &str) -> bool {
    let lines = text.lines().count();
    println!("{name}, {lines} lines");
    let mut is_kept = true;
    for place in &PLACES {
        let middle = after_the_middle(text);
        let (head, tail) = text.split_at(middle);
        let start = middle + place.before.len();
        let text = format!("{head}{}{}{tail}", place.before, place.after);
        let mut session = Session::new(project, path, text, start);
        let diagnostics = median(|| session.type_all(Session::diagnostics));
        let completion = median(|| session.type_all(Session::completion));
        let limits = (place.limit(lines), limit_of_completion(lines));
        println!(
            "  {:14} diagnostics {diagnostics:7.2} ({:3.0})   completion {completion:7.2} ({:3.0})",
            place.name, limits.0, limits.1
        );
        is_kept &= diagnostics <= limits.0 && completion <= limits.1;
    }
    is_kept
}

/// Where a statement can stand, after the middle of a manifest.
fn after_the_middle(text: &str) -> usize {
    let middle = text.len() / 2;
    let after = text.get(middle..).unwrap_or_default();
    middle + after.find("\n  if ").map_or(0, |at| at + 1)
}

/// The median of the keystrokes in milliseconds, each in the fastest of the rounds.
fn median(mut round: impl FnMut() -> Vec<Duration>) -> f64 {
    let mut best = round();
    for _ in 1..ROUNDS {
        let times = best.iter().zip(round());
        best = times.map(|(best, time)| time.min(*best)).collect();
    }
    best.sort_unstable();
    let median = best.get(best.len() / 2).copied().unwrap_or_default();
    median.as_secs_f64() * 1000.0
}

/// An open document with a cursor.
struct Session {
    vfs: Vfs,
    host: AnalysisHost,
    file: FileId,
    version: i32,
    start: usize,
}

impl Session {
    fn new(project: &LoadedProject, path: &Path, text: String, start: usize) -> Self {
        let mut vfs = Vfs::default();
        let mut host = AnalysisHost::new(Arc::clone(vfs.paths()));
        host.set_project(project, &|_| false);
        let file = vfs.paths().intern(&FilePath::disk(path));
        vfs.open(file, 0, text);
        host.apply(vfs.take_changes());
        let session = Self {
            vfs,
            host,
            file,
            version: 0,
            start,
        };
        session.diagnostics(start);
        session
    }

    /// Types everything, with an answer after each letter, and undoes it. Returns the time of each letter.
    fn type_all(&mut self, answer: fn(&Self, usize)) -> Vec<Duration> {
        let start = self.start;
        let mut times = Vec::new();
        for (typed, letter) in TYPED.char_indices() {
            let at = start + typed;
            let begin = Instant::now();
            self.edit(|text| text.insert(at, letter));
            answer(self, at + 1);
            times.push(begin.elapsed());
            // What the server does between two keystrokes.
            self.diagnostics(at + 1);
            if let Some(retired_trees) = self.host.analysis().retired_trees(self.file) {
                retired_trees.clear();
            }
        }
        self.edit(|text| text.replace_range(start..start + TYPED.len(), ""));
        self.diagnostics(start);
        times
    }

    fn edit(&mut self, change: impl FnOnce(&mut String)) {
        self.version += 1;
        self.vfs.edit(self.file, self.version, change);
        self.host.apply(self.vfs.take_changes());
    }

    fn diagnostics(&self, _: usize) {
        let diagnostics = self.host.analysis().diagnostics(self.file);
        drop(diagnostics.expect("nothing cancels"));
    }

    fn completion(&self, cursor: usize) {
        let offset = TextSize::try_from(cursor).expect("a sensible length");
        let file = self.file;
        let completion = self
            .host
            .analysis()
            .completion(FilePosition { file, offset });
        drop(completion.expect("nothing cancels"));
    }
}
