//! The speed of the parser, on one thread, side by side with `tree-sitter-puppet`.
//!
//! `PUPPET_CORPUS` names the folder whose `*.pp` are read (default: `/usr/share/puppet/modules`). Each parser reads all
//! files several times, in turns; the fastest turn of each counts.
//! `cargo run --release --manifest-path tests/parse-bench/Cargo.toml -- corpus` leaves out how time grows with the length of a text.

#![expect(clippy::print_stdout, reason = "the report of a benchmark")]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use puppet_syntax::lexer::tokenize;
use puppet_syntax::{Entry, parse};

/// The allocator of the product.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const TURNS: usize = 7;
const MB: f64 = 1e6;

fn main() {
    let only_corpus = env::args().any(|argument| argument == "corpus");
    let folder = env::var_os("PUPPET_CORPUS")
        .map_or_else(|| "/usr/share/puppet/modules".into(), PathBuf::from);
    let mut texts = Vec::new();
    collect(&folder, &mut texts);
    if texts.is_empty() {
        println!(
            "no manifests below {}: only generated texts are measured",
            folder.display()
        );
    } else {
        corpus(&texts);
    }
    if !only_corpus {
        linearity(&texts);
    }
}

/// Reads all manifests below a folder.
fn collect(folder: &Path, texts: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, texts);
        } else if path.extension().is_some_and(|extension| extension == "pp") {
            texts.extend(fs::read_to_string(&path));
        }
    }
}

/// Measures the time of this thread on a processor where the system tells it, else the time of the clock: other programs
/// shall not count.
struct Stopwatch {
    processor: Option<Duration>,
    clock: Instant,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch {
            processor: processor_time(),
            clock: Instant::now(),
        }
    }

    fn elapsed(&self) -> Duration {
        match (self.processor, processor_time()) {
            (Some(start), Some(end)) => end.saturating_sub(start),
            _ => self.clock.elapsed(),
        }
    }
}

/// The time that this thread has run, on Linux.
fn processor_time() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split(' ')
        .next()?
        .parse()
        .ok()
        .map(Duration::from_nanos)
}

/// Parses texts and returns in how many of them it found errors.
type Run<'a> = Box<dyn FnMut(&[String]) -> usize + 'a>;

/// One of the things that are compared.
struct Contestant<'a> {
    name: &'static str,
    run: Run<'a>,
    best: Duration,
    faulty: usize,
}

fn contestant<'a>(
    name: &'static str,
    mut has_errors: impl FnMut(&str) -> bool + 'a,
) -> Contestant<'a> {
    let run = move |texts: &[String]| texts.iter().filter(|text| has_errors(text)).count();
    Contestant {
        name,
        run: Box::new(run),
        best: Duration::MAX,
        faulty: 0,
    }
}

fn corpus(texts: &[String]) {
    let bytes: usize = texts.iter().map(String::len).sum();
    println!(
        "{} manifests, {:.2} MB, best of {TURNS} turns on one thread",
        texts.len(),
        bytes as f64 / MB
    );
    let mut tree_sitter = tree_sitter::Parser::new();
    let language = tree_sitter_puppet::LANGUAGE.into();
    tree_sitter
        .set_language(&language)
        .expect("the versions of tree-sitter fit");
    let mut contestants = [
        contestant("puppet-syntax, tokens only", |text| {
            black_box(tokenize(text, Entry::Manifest))
                .errors()
                .iter()
                .any(|error| !error.kind.is_warning())
        }),
        contestant("puppet-syntax, full lossless tree", |text| {
            let parsed = black_box(parse(text, Entry::Manifest));
            parsed.stop().is_some()
        }),
        contestant("tree-sitter-puppet", |text| {
            tree_sitter
                .parse(text, None)
                .is_none_or(|tree| black_box(tree).root_node().has_error())
        }),
    ];
    for _ in 0..TURNS {
        for contestant in &mut contestants {
            let start = Stopwatch::start();
            contestant.faulty = (contestant.run)(texts);
            contestant.best = contestant.best.min(start.elapsed());
        }
    }
    let speed = |time: Duration| bytes as f64 / MB / time.as_secs_f64();
    for Contestant {
        name, best, faulty, ..
    } in &contestants
    {
        println!(
            "{name:36} {:7.1} MB/s   syntax errors in {faulty} files",
            speed(*best)
        );
    }
    println!(
        "ratio of the trees: {:.2}",
        speed(contestants[1].best) / speed(contestants[2].best)
    );
}

/// Shows that time grows with the length of the text, and no faster.
fn linearity(texts: &[String]) {
    let real = texts
        .iter()
        .find(|text| text.len() > 10_000)
        .map_or("file { '/a': ensure => file }\n", String::as_str);
    let shapes: [(&str, &str); 6] = [
        ("real code", real),
        (
            "one line of resources",
            "file { \"/a/${b}\": ensure => file, mode => '0644' } ",
        ),
        ("one line of slashes", "/ "),
        ("one line of heredoc tags", "@(END) "),
        ("unclosed strings and brackets", "[ 'a \"b ${ ( "),
        ("one line of punctuation", "{ ) => [ } ; "),
    ];
    println!(
        "\n{:32} {:>10} {:>10} {:>10}   ms per MB at 1, 4 and 10 MB",
        "linear time", 1, 4, 10
    );
    for (name, fragment) in shapes {
        let times = [1, 4, 10].map(|size| {
            let text = fragment.repeat(size * 1_000_000 / fragment.len());
            let start = Stopwatch::start();
            black_box(parse(&text, Entry::Manifest));
            start.elapsed().as_secs_f64() * 1e3 / size as f64
        });
        println!(
            "{name:32} {:10.1} {:10.1} {:10.1}",
            times[0], times[1], times[2]
        );
    }
}
