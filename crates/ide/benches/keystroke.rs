//! The cost of a keystroke within the analysis: `cargo bench -p puppet-ide -- --workspace FOLDER MANIFEST…`.
//!
//! Types a statement into the middle of each manifest, on a line of its own, and takes it away again (`--type TEXT`
//! for another one; with `SAME_LINE` in the environment before the statement that stands there, with `LINE` before the
//! statement on that line, in a line of its own). For each keystroke it
//! measures the write, then one question at the cursor (`--ask hover`, `definition`, `completion`, `signature`,
//! `highlight` or `diagnostics`; with `ANYWHERE` in the environment, at a word somewhere in the manifest), then the
//! diagnostics. `SLOWEST` in the environment shows which keystrokes take longest, `ROUNDS` says how often all is typed.
//! There is no editor and no other thread, so `valgrind --tool=callgrind` tells where the time goes.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use puppet_ide::{Analysis, AnalysisHost, FileId, LoadedProject, TextSize};
use puppet_ide_db::position::FilePosition;
use puppet_project::fs::Disk;
use puppet_vfs::{FilePath, Vfs};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What is typed and taken away.
const TYPED: &str = "$typed = [1, 2].map |$x| { $x + 1 } ";

/// How many words are between two that are asked for.
const WORDS_APART: usize = 7;

/// How many of the slowest keystrokes are shown where `SLOWEST` is set in the environment.
const SLOWEST: usize = 12;

fn main() {
    let mut workspace = PathBuf::from("/usr/share/puppet/modules");
    let mut ask = "hover".to_owned();
    let mut typed = TYPED.to_owned();
    let mut manifests = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--workspace" => workspace = arguments.next().map(PathBuf::from).unwrap_or_default(),
            "--ask" => ask = arguments.next().unwrap_or_default(),
            "--type" => typed = arguments.next().unwrap_or_default(),
            other if other.starts_with("--") => {}
            manifest => manifests.push(PathBuf::from(manifest)),
        }
    }
    let project = LoadedProject::read_from(&Disk, &[workspace]);
    for manifest in manifests {
        let mut vfs = Vfs::default();
        let mut host = AnalysisHost::new(Arc::clone(vfs.paths()));
        host.set_project(&project, &|_| false);
        let file = vfs.paths().intern(&FilePath::disk(&manifest));
        let text = std::fs::read_to_string(&manifest).expect("a manifest");
        println!(
            "{}: {} lines, asked for {ask}",
            manifest.display(),
            text.lines().count()
        );
        type_into(&mut host, &mut vfs, file, &text, &typed, &ask);
    }
}

#[inline(never)]
fn type_into(
    host: &mut AnalysisHost,
    vfs: &mut Vfs,
    file: FileId,
    text: &str,
    typed: &str,
    ask: &str,
) {
    let mut text = text.to_owned();
    let mut start = statement_after_the_middle(&text);
    if let Some(line) = std::env::var("LINE")
        .ok()
        .and_then(|it| it.parse::<usize>().ok())
    {
        let before = text.split_inclusive('\n').take(line.saturating_sub(1));
        start = before.map(str::len).sum();
    }
    let rest = text.get(start..).unwrap_or_default();
    let spaces = rest.len() - rest.trim_start().len();
    if std::env::var_os("SAME_LINE").is_none() {
        text.insert_str(start, &format!("{}\n", " ".repeat(spaces)));
    }
    start += spaces;
    let is_anywhere = std::env::var_os("ANYWHERE").is_some();
    let words = words(&text);
    let mut words = words.into_iter().cycle().step_by(WORDS_APART);
    vfs.open(file, 0, text);
    host.apply(vfs.take_changes());
    host.analysis().diagnostics(file).expect("not cancelled");
    let (mut writes, mut answers, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for (version, (from, to, key)) in (1..).zip(keys(typed)) {
        let begin = Instant::now();
        vfs.edit(file, version, |text| {
            text.replace_range(start + from..start + to, key)
        });
        host.apply(vfs.take_changes());
        let written = Instant::now();
        let analysis = host.analysis();
        let cursor = start + from + key.len();
        let place = words.next().filter(|_| is_anywhere).unwrap_or(cursor);
        let offset = TextSize::try_from(place).expect("a sensible length");
        answer(&analysis, FilePosition { file, offset }, ask);
        let answered = Instant::now();
        analysis.diagnostics(file).expect("not cancelled");
        writes.push(written - begin);
        answers.push(answered - written);
        rest.push(answered.elapsed());
    }
    for (what, times) in [
        ("write", writes),
        (ask, answers),
        ("diagnostics after it", rest),
    ] {
        print(what, &times, typed);
    }
}

#[inline(never)]
fn answer(analysis: &Analysis, at: FilePosition, ask: &str) {
    let is_answered = match ask {
        "completion" => analysis.completion(at).is_ok(),
        "highlight" => analysis.highlight(at).is_ok(),
        "signature" => analysis.signature_help(at).is_ok(),
        "definition" => analysis.goto_definition(at).is_ok(),
        "diagnostics" => analysis.diagnostics(at.file).is_ok(),
        _ => analysis.hover(at).is_ok(),
    };
    assert!(is_answered, "nothing cancels");
}

/// Where the words of a text start, but for those in comments.
fn words(text: &str) -> Vec<usize> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let words = text.match_indices(is_part).filter(|(at, _)| {
        let before = text.get(..*at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        !line.contains('#') && !before.ends_with(is_part)
    });
    words.map(|(at, _)| at).collect()
}

/// The keystrokes: the columns that one replaces, and with what.
fn keys(typed: &str) -> Vec<(usize, usize, &str)> {
    let types = (0..typed.len()).map(|at| (at, at, typed.get(at..=at).unwrap_or_default()));
    let erases = (0..typed.len()).rev().map(|at| (at, at + 1, ""));
    let rounds = std::env::var("ROUNDS").ok().and_then(|it| it.parse().ok());
    let keys: Vec<_> = types.chain(erases).collect();
    keys.repeat(rounds.unwrap_or(1))
}

/// Where a statement can stand, after the middle of a manifest.
fn statement_after_the_middle(text: &str) -> usize {
    let middle = text.len() / 2;
    let after = text.get(middle..).unwrap_or_default();
    middle + after.find("\n  if ").map_or(0, |at| at + 1)
}

fn print(what: &str, times: &[Duration], typed: &str) {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let at = |percent: usize| {
        let place = sorted.len().saturating_sub(1) * percent / 100;
        sorted.get(place).copied().map_or(0.0, milliseconds)
    };
    println!(
        "  {what}: median {:.2} ms, 95 % {:.2}, worst {:.2}",
        at(50),
        at(95),
        at(100)
    );
    if std::env::var_os("SLOWEST").is_some() {
        let least = sorted.iter().rev().nth(SLOWEST).copied();
        let slow = times.iter().enumerate().filter(|it| Some(*it.1) > least);
        for (key, time) in slow {
            let length =
                (key % (2 * typed.len())).min(2 * typed.len() - 1 - key % (2 * typed.len()));
            println!(
                "    {:.2} ms: {}",
                milliseconds(*time),
                typed.get(..length).unwrap_or_default()
            );
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
