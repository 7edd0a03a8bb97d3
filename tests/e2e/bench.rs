//! How long an editor waits: `cargo bench -p puppet-analyzer --bench lsp -- [MANIFEST]`.
//!
//! Opens a manifest in its module (without an argument, a large one that is made here), types in its middle, and
//! measures over stdio what a user feels: from a keystroke to its diagnostics, and the answers to requests.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[expect(dead_code, reason = "shared with the tests")]
mod client;
mod workspace;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use client::{Client, position};
use serde_json::json;
use workspace::Workspace;

const KEYSTROKES: i32 = 200;

fn main() {
    let manifest = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with("--"));
    let made = Workspace::new(&[("manifests/init.pp", &made_up())]);
    let path = manifest.map_or_else(|| made.root().join("manifests/init.pp"), PathBuf::from);
    let text = std::fs::read_to_string(&path).expect("a manifest");
    let mut client = Client::start_in(module_of(&path));
    let uri = format!("file://{}", path.display());
    println!(
        "{}: {} lines, {} bytes",
        path.display(),
        text.lines().count(),
        text.len()
    );

    let start = Instant::now();
    client.open(&uri, &text);
    client.diagnostics(&uri, 1);
    println!("open to diagnostics: {:?}", start.elapsed());

    let line = u32::try_from(text.lines().count() / 2).expect("a sensible length");
    report(
        "keystroke to diagnostics",
        &keystrokes(&mut client, &uri, line),
    );
    for method in [
        "hover",
        "definition",
        "completion",
        "documentHighlight",
        "documentSymbol",
        "foldingRange",
    ] {
        report(method, &requests(&mut client, &uri, &text, method));
    }
    client.drain_diagnostics(&uri);
}

/// Types and deletes a bracket: every second keystroke breaks the code.
fn keystrokes(client: &mut Client, uri: &str, line: u32) -> Vec<Duration> {
    let typed = (2..2 + KEYSTROKES).map(|version| {
        let start = Instant::now();
        match version % 2 {
            0 => client.edit(uri, version, (line, 0), (line, 0), "["),
            _ => client.edit(uri, version, (line, 0), (line, 1), ""),
        }
        client.diagnostics(uri, version);
        start.elapsed()
    });
    typed.collect()
}

/// Asks at the variables of the manifest, spread over its length.
fn requests(client: &mut Client, uri: &str, text: &str, method: &str) -> Vec<Duration> {
    let variables: Vec<(u32, u32)> = (0..)
        .zip(text.lines())
        .filter_map(|(number, line)| Some((number, u32::try_from(line.find('$')?).ok()? + 1)))
        .collect();
    let step = (variables.len() / 100).max(1);
    let asked = variables.into_iter().step_by(step).map(|place| {
        let params = json!({ "textDocument": { "uri": uri }, "position": position(place) });
        let start = Instant::now();
        client.ask(&format!("textDocument/{method}"), params);
        start.elapsed()
    });
    asked.collect()
}

fn report(what: &str, times: &[Duration]) {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = |percent: usize| {
        times
            .get(times.len() * percent / 100)
            .or(times.last())
            .copied()
            .unwrap_or_default()
    };
    println!(
        "{what}: median {:?}, 95 % {:?}, worst {:?} of {}",
        at(50),
        at(95),
        at(100),
        times.len()
    );
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
