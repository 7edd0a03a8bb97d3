//! What a keystroke costs within the analysis: `cargo bench -p puppet-ide -- --workspace FOLDER MANIFEST…`.
//!
//! Types a statement into the middle of each manifest and takes it away again. For each keystroke it measures the write,
//! then one question (`--ask hover`, `completion`, `highlight` or `diagnostics`) at or near the cursor. There is no editor and
//! no other thread, so `valgrind --tool=callgrind` tells where the time goes.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use puppet_ide::{Analysis, AnalysisHost, FileId, FilePosition, LoadedProject, TextSize};
use puppet_project::fs::Disk;
use puppet_vfs::{FilePath, Vfs};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What is typed and taken away.
const TYPED: &str = "$typed = [1, 2].map |$x| { $x + 1 } ";

/// How often.
const ROUNDS: usize = 1;

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
    let start = statement_behind_the_middle(text);
    vfs.open(file, 0, text.to_owned());
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
        let offset = TextSize::try_from(start + from + key.len()).expect("a sensible length");
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
        ("diagnostics behind it", rest),
    ] {
        print(what, times);
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

/// The keystrokes: the columns that one replaces, and with what.
fn keys(typed: &str) -> Vec<(usize, usize, &str)> {
    let types = (0..typed.len()).map(|at| (at, at, typed.get(at..=at).unwrap_or_default()));
    let erases = (0..typed.len()).rev().map(|at| (at, at + 1, ""));
    types.chain(erases).collect::<Vec<_>>().repeat(ROUNDS)
}

/// Where a statement can stand, behind the middle of a manifest.
fn statement_behind_the_middle(text: &str) -> usize {
    let middle = text.len() / 2;
    let behind = text.get(middle..).unwrap_or_default();
    middle + behind.find("\n  if ").map_or(0, |at| at + 1)
}

fn print(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| {
        let place = times.len().saturating_sub(1) * percent / 100;
        times.get(place).map_or(0.0, |it| it.as_secs_f64() * 1000.0)
    };
    println!(
        "  {what}: median {:.2} ms, 95 % {:.2}, worst {:.2}",
        at(50),
        at(95),
        at(100)
    );
}
