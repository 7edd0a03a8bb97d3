//! How long an editor waits: `cargo xtask bench lsp`.
//!
//! Opens a folder of modules (without one, a module with a large manifest that is made here), and measures over stdio
//! what a user feels in one manifest: from a keystroke to its diagnostics, and the answers to requests, also while the
//! manifest is being typed in. `--workspace FOLDER` names the folder, other arguments are manifests in it.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[expect(dead_code, reason = "shared with the tests")]
mod client;
mod workspace;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use client::{Client, position};
use serde_json::{Value, json};
use workspace::Workspace;

const KEYSTROKES: i32 = 100;

/// Methods that answer at a place, with what half of the answers and 95 % of them may take, in milliseconds.
const METHODS: [(&str, f64, f64); 9] = [
    ("hover", 2.0, 8.0),
    ("definition", 2.0, 8.0),
    ("completion", 2.0, 8.0),
    ("signatureHelp", 2.0, 8.0),
    ("documentHighlight", 2.0, 8.0),
    ("documentSymbol", 8.0, 8.0),
    ("foldingRange", 8.0, 8.0),
    ("references", 50.0, 50.0),
    ("codeAction", 50.0, 50.0),
];

fn main() {
    let mut folder: Option<PathBuf> = None;
    let mut manifests = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--workspace" => folder = arguments.next().map(PathBuf::from),
            other if other.starts_with("--") => {}
            manifest => manifests.push(PathBuf::from(manifest)),
        }
    }
    let made = Workspace::new(&[("manifests/init.pp", &made_up())]);
    if manifests.is_empty() {
        manifests.push(made.root().join("manifests/init.pp"));
    }
    for manifest in manifests {
        measure(folder.as_deref(), &manifest);
    }
}

fn measure(folder: Option<&Path>, path: &Path) {
    let text = std::fs::read_to_string(path).expect("a manifest");
    let uri = format!("file://{}", path.display());
    println!(
        "{}: {} lines, {} bytes",
        path.display(),
        text.lines().count(),
        text.len()
    );
    let start = Instant::now();
    let mut client = Client::start_in(folder.unwrap_or_else(|| module_of(path)));
    println!("  start to files read: {:?}", start.elapsed());
    client.open(&uri, &text);
    client.diagnostics(&uri, 1);
    bar("start to diagnostics", &[start.elapsed()], 300.0, 300.0);

    let line = u32::try_from(text.lines().count() / 2).expect("a sensible length");
    let keystroke = if text.lines().count() > 2000 {
        25.0
    } else {
        10.0
    };
    let typed = keystrokes(&mut client, &uri, line);
    bar("keystroke to diagnostics", &typed, keystroke, keystroke);
    for (method, median, most) in METHODS {
        let times = requests(&mut client, &uri, &text, method);
        bar(method, &times, median, most);
    }
    let times = while_typing(&mut client, &uri, &text, line);
    bar("completion while typing", &times, 2.0, 8.0);
    let times: Vec<Duration> = ["apache", "port", "cfg", "vhost", "x", "nova::api"]
        .iter()
        .map(|query| {
            let start = Instant::now();
            client.ask("workspace/symbol", json!({ "query": query }));
            start.elapsed()
        })
        .collect();
    bar("workspace/symbol", &times, 50.0, 50.0);
    if let Some(megabytes) = memory(client.child.id()) {
        println!("  memory: {megabytes} MB (bar 300)");
    }
    client.drain_diagnostics(&uri);
}

/// Types and deletes a bracket: every second keystroke breaks the code.
fn keystrokes(client: &mut Client, uri: &str, line: u32) -> Vec<Duration> {
    let typed = (2..2 + KEYSTROKES).map(|version| {
        let start = Instant::now();
        press(client, uri, version, line);
        client.diagnostics(uri, version);
        start.elapsed()
    });
    typed.collect()
}

fn press(client: &mut Client, uri: &str, version: i32, line: u32) {
    match version % 2 {
        0 => client.edit(uri, version, (line, 0), (line, 0), "["),
        _ => client.edit(uri, version, (line, 0), (line, 1), ""),
    }
}

/// Asks directly behind a keystroke.
fn while_typing(client: &mut Client, uri: &str, text: &str, line: u32) -> Vec<Duration> {
    let places = places(text);
    let asked = (2 + KEYSTROKES..2 + 2 * KEYSTROKES)
        .zip(places.iter().cycle())
        .map(|(version, place)| {
            press(client, uri, version, line);
            let start = Instant::now();
            ask(client, uri, "completion", *place);
            let took = start.elapsed();
            client.diagnostics(uri, version);
            took
        });
    asked.collect()
}

/// Asks at the variables of the manifest, spread over its length.
fn requests(client: &mut Client, uri: &str, text: &str, method: &str) -> Vec<Duration> {
    let places = places(text);
    let step = (places.len() / 100).max(1);
    let asked = places.into_iter().step_by(step).map(|place| {
        let start = Instant::now();
        ask(client, uri, method, place);
        start.elapsed()
    });
    asked.collect()
}

/// Where the variables are.
fn places(text: &str) -> Vec<(u32, u32)> {
    (0..)
        .zip(text.lines())
        .filter_map(|(number, line)| Some((number, u32::try_from(line.find('$')?).ok()? + 1)))
        .collect()
}

fn ask(client: &mut Client, uri: &str, method: &str, place: (u32, u32)) -> Value {
    let mut params = json!({
        "textDocument": { "uri": uri },
        "position": position(place),
        "context": { "includeDeclaration": true, "diagnostics": [] },
        "range": { "start": position(place), "end": position(place) },
    });
    if method == "completion" || method == "signatureHelp" {
        params["context"].take();
    }
    client.ask(&format!("textDocument/{method}"), params)
}

/// Prints the times, and whether they keep a bar: the median and the 95 % in milliseconds.
fn bar(what: &str, times: &[Duration], median: f64, most: f64) {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = |percent: usize| {
        let index = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times
            .get(index)
            .map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    let verdict = match at(50) <= median && at(95) <= most {
        true => "ok",
        false => "over",
    };
    println!(
        "  {what}: median {:.2} ms, 95 % {:.2} ms, worst {:.2} ms of {} (bar {median}, {most}: {verdict})",
        at(50),
        at(95),
        at(100),
        times.len()
    );
}

/// The most memory that a process has used, in megabytes; where the system tells.
fn memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024)
}

/// The folder of the module, or else the manifest's own.
fn module_of(path: &Path) -> &Path {
    path.ancestors()
        .find(|folder| folder.join("metadata.json").is_file())
        .or(path.parent())
        .unwrap_or(path)
}

/// A class with as many parameters and resources as the largest of real ones.
fn made_up() -> String {
    let mut text = String::from("class made_up (\n");
    for number in 0..1500 {
        text.push_str(&format!(
            "  Optional[Variant[String[1], Integer[0, {number}]]] $parameter_{number} = undef,\n"
        ));
    }
    text.push_str(") {\n");
    for number in 0..1500 {
        text.push_str(&format!(
            "  if $parameter_{number} {{\n    file {{ \"/etc/${{parameter_{number}}}\":\n      ensure => file,\n    }}\n  }}\n"
        ));
    }
    text.push_str("}\n");
    text
}
