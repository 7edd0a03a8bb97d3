//! Time until a control repository is indexed: `cargo xtask bench index`.
//!
//! Copies a folder of modules into a control repository of its own, opens it over stdio several times, each time with a
//! new process, and measures from `initialized` until every definition is found and Ruby code is read. What the system
//! keeps in memory of the files is not thrown away.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[expect(dead_code, reason = "shared with the tests")]
mod client;
mod processor;
mod workspace;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use client::{Client, position};
use processor::processor_time;
use serde_json::{Value, json};
use workspace::Workspace;

const ROUNDS: usize = 5;

/// What it may take on two cores, in seconds.
const BAR: f64 = 1.0;

/// A function and a resource type in Ruby, and facts: with modules of these names, they are known once it is read.
const SITE: &str =
    "$x = validate_legacy(String, 'a', 'b')\nini_setting { 'x': }\n$y = $facts['apt_']\n";

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut modules = PathBuf::from("/usr/share/puppet/modules");
    while let Some(argument) = arguments.next() {
        if argument == "--workspace" {
            modules = arguments.next().map(PathBuf::from).unwrap_or(modules);
        }
    }
    let repository = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("manifests/site.pp", SITE),
    ]);
    let mut counts = IndexCounts::default();
    copy(&modules, &repository.root().join("modules"), &mut counts);
    println!(
        "{}: {} manifests and templates, {} Ruby files, {} other files",
        modules.display(),
        counts.puppet,
        counts.ruby,
        counts.others
    );
    let mut rounds: Vec<Round> = (0..ROUNDS).map(|_| measure(&repository)).collect();
    rounds.sort_by_key(|round| round.complete);
    for (what, round) in [("min", rounds.first()), ("median", rounds.get(ROUNDS / 2))] {
        let Some(round) = round else { continue };
        let verdict = match round.complete.as_secs_f64() < BAR {
            true => "ok",
            false => "over",
        };
        println!(
            "  {what}: files read {:.0?}, definitions {:.0?}, complete {:.0?} (bar {BAR} s: {verdict}), processor time {}",
            round.read,
            round.defined,
            round.complete,
            round
                .processor
                .map_or("unknown".into(), |time| format!("{time:.0?}"))
        );
    }
}

/// Times since `initialized`.
struct Round {
    /// The files are read.
    read: Duration,
    /// Every definition of the Puppet language is found.
    defined: Duration,
    /// And what Ruby files define.
    complete: Duration,
    /// What the server's threads have worked until then, where the system tells: on a busy machine, this is what counts.
    processor: Option<Duration>,
}

fn measure(repository: &Workspace) -> Round {
    let uri = repository.uri("manifests/site.pp");
    let (mut client, start) = Client::timed(&repository.uri(""), json!({}));
    let read = start.elapsed();
    let symbols = client.ask("workspace/symbol", json!({ "query": "" }));
    let defined = start.elapsed();
    assert!(symbols.as_array().is_some_and(|found| !found.is_empty()));
    client.open(&uri, SITE);
    for (method, place) in [
        ("hover", (0, 8)),
        ("hover", (1, 3)),
        ("completion", (2, 16)),
    ] {
        let params = json!({ "textDocument": { "uri": uri }, "position": position(place) });
        let answer = client.ask(&format!("textDocument/{method}"), params);
        assert_ne!(answer, Value::Null, "{method} at {place:?}");
    }
    let complete = start.elapsed();
    let processor = processor_time(client.pid());
    client.drain_diagnostics(&uri);
    Round {
        read,
        defined,
        complete,
        processor,
    }
}

#[derive(Default)]
struct IndexCounts {
    puppet: usize,
    ruby: usize,
    others: usize,
}

/// Copies a folder, links as what they lead to.
fn copy(from: &Path, to: &Path, counts: &mut IndexCounts) {
    fs::create_dir_all(to).expect("temporary folder");
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target, counts);
        } else if path.is_file() {
            fs::copy(&path, &target).expect("temporary file");
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("pp" | "epp") => counts.puppet += 1,
                Some("rb") => counts.ruby += 1,
                _ => counts.others += 1,
            }
        }
    }
}
