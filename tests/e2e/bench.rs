//! Latency in an editor: `cargo xtask bench lsp`.
//!
//! Opens a folder of modules (without one, a module with a large manifest that is made here), and measures over stdio
//! what a user feels in one manifest: from the start to the first diagnostics, from a keystroke to its diagnostics, and
//! the answers to requests, also while a statement is being typed in the middle of the manifest, on a line of its own
//! (with `--same-line` before the statement that stands there, with `--line NUMBER` at that line; with `--type TEXT`
//! something else is typed). `--workspace FOLDER` names the folder, other arguments are manifests in it.
//!
//! Beside the time that passes stands the time that the server's threads have worked: on a busy machine, this is what
//! counts.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[expect(dead_code, reason = "shared with the tests")]
mod client;
mod memory;
mod processor;
mod workspace;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use client::{Client, position};
use memory::memory;
use processor::processor_time;
use serde_json::{Value, json};
use workspace::Workspace;

/// What is typed into the manifest unless something else is requested: broken code and whole statements.
const TYPED: &str = "$typed = [1, 2].map |$x| { $x + 1 } ";
const ROUNDS: usize = 3;

/// How often the server is started.
const STARTS: usize = 5;

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

/// The methods that are requested after each keystroke.
const WHILE_TYPING: usize = 5;

fn main() {
    let mut folder: Option<PathBuf> = None;
    let mut manifests = Vec::new();
    let mut same_line = false;
    let mut line = None;
    let mut typed = TYPED.to_owned();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--workspace" => folder = arguments.next().map(PathBuf::from),
            "--same-line" => same_line = true,
            "--line" => line = arguments.next().and_then(|it| it.parse::<usize>().ok()),
            "--type" => typed = arguments.next().unwrap_or_default(),
            other if other.starts_with("--") => {}
            manifest => manifests.push(PathBuf::from(manifest)),
        }
    }
    let made = Workspace::new(&[("manifests/init.pp", &made_up())]);
    if manifests.is_empty() {
        manifests.push(made.root().join("manifests/init.pp"));
    }
    for path in manifests {
        let text = std::fs::read_to_string(&path).expect("a manifest");
        let folder = folder.as_deref().unwrap_or_else(|| module_of(&path));
        println!(
            "{}: {} lines, {} bytes",
            path.display(),
            text.lines().count(),
            text.len()
        );
        let line = match line {
            Some(number) => number.saturating_sub(1),
            None => statement_after_the_middle(&text),
        };
        let code = text.split('\n').nth(line).unwrap_or_default();
        let indentation = code.len() - code.trim_start().len();
        let text = match same_line {
            true => text,
            false => with_blank_line(&text, line, indentation),
        };
        let coordinate = |it| u32::try_from(it).expect("a sensible length");
        let manifest = Manifest {
            place: (coordinate(line), coordinate(indentation)),
            typed: typed.clone(),
            folder: format!("file://{}", folder.display()),
            uri: format!("file://{}", path.display()),
            text,
        };
        manifest.starts();
        manifest.session();
    }
}

/// The text with a line that only has its indentation.
fn with_blank_line(text: &str, line: usize, indentation: usize) -> String {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let indentation = " ".repeat(indentation);
    lines.insert(line.min(lines.len()), &indentation);
    lines.join("\n")
}

/// What the editors of today say that they can do, as far as answers look different then.
fn capabilities() -> Value {
    json!({ "textDocument": {
        "completion": {
            "completionItem": { "snippetSupport": true, "labelDetailsSupport": true },
            "completionList": { "itemDefaults": ["editRange", "insertTextFormat", "data"] },
        },
        "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
        "publishDiagnostics": { "relatedInformation": true },
    } })
}

/// A manifest in a folder of modules.
struct Manifest {
    /// Where is typed: line and column.
    place: (u32, u32),
    /// What is typed, and taken away again, over and over.
    typed: String,
    folder: String,
    uri: String,
    text: String,
}

impl Manifest {
    /// From the start of the process to the diagnostics of a manifest that is open from the beginning.
    fn starts(&self) {
        let mut first = Vec::new();
        let mut all = Vec::new();
        for _ in 0..STARTS {
            let start = Instant::now();
            let (mut client, _) = Client::impatient(&self.folder, capabilities(), Value::Null);
            client.open(&self.uri, &self.text);
            client.diagnostics(&self.uri, 1);
            first.push(Cost::of(&client, start, Duration::ZERO));
            client.wait_until_loaded();
            client.ask("workspace/symbol", json!({ "query": "apache" }));
            all.push(Cost::of(&client, start, Duration::ZERO));
            client.drain_diagnostics(&self.uri);
        }
        bar("start to first diagnostics", &first, 300.0, 300.0);
        bar("start to symbols of all files", &all, 1000.0, 1000.0);
    }

    /// What is felt once everything is read.
    fn session(&self) {
        let (mut client, _) = Client::timed(&self.folder, capabilities());
        client.open(&self.uri, &self.text);
        client.diagnostics(&self.uri, 1);
        let mut session = BenchSession {
            manifest: self,
            places: places(&self.text),
            calls: calls(&self.text),
            client,
            version: 1,
        };
        session.requests();
        session.keystrokes();
        session.while_typing();
        session.symbols();
        if let Some(kilobytes) = memory(session.client.pid(), "VmHWM:") {
            let megabytes = kilobytes / 1024;
            println!("  memory: {megabytes} MB (bar 300)");
        }
        session.client.drain_diagnostics(&self.uri);
    }
}

/// A server that has the manifest open.
struct BenchSession<'a> {
    manifest: &'a Manifest,
    client: Client,
    places: Vec<(u32, u32)>,
    calls: Vec<(u32, u32)>,
    version: i32,
}

impl BenchSession<'_> {
    fn requests(&mut self) {
        for (method, median, most) in METHODS {
            let places = self.places_for(method);
            let step = (places.len() / 100).max(1);
            let costs: Vec<Cost> = places
                .into_iter()
                .step_by(step)
                .map(|place| self.asked(method, place))
                .collect();
            bar(method, &costs, median, most);
        }
    }

    fn keystrokes(&mut self) {
        let is_long = self.manifest.text.lines().count() > 2000;
        let most = if is_long { 25.0 } else { 10.0 };
        let mut costs = Vec::new();
        for (range, text) in keys(&self.manifest.typed) {
            let (start, processor) = (Instant::now(), self.processor());
            self.press(range, &text);
            self.diagnosed();
            costs.push(Cost::of(&self.client, start, processor));
        }
        bar("keystroke to diagnostics", &costs, most, most);
    }

    /// Asks directly after each keystroke, at the cursor or anywhere.
    fn while_typing(&mut self) {
        for (method, median, most) in METHODS.into_iter().take(WHILE_TYPING) {
            let mut costs = Vec::new();
            let places = self.places_for(method);
            let keys = keys(&self.manifest.typed);
            for ((range, text), place) in keys.zip(places.into_iter().cycle().step_by(7)) {
                self.press(range, &text);
                let at_cursor = ["completion", "signatureHelp"].contains(&method);
                let (line, column) = self.manifest.place;
                let typed = range.0 + u32::try_from(text.len()).unwrap_or(0);
                let cursor = (line, column + typed);
                costs.push(self.asked(method, if at_cursor { cursor } else { place }));
                self.diagnosed();
            }
            bar(&format!("{method} while typing"), &costs, median, most);
        }
    }

    fn symbols(&mut self) {
        let queries = ["apache", "port", "cfg", "vhost", "x", "nova::api"];
        let costs: Vec<Cost> = queries
            .iter()
            .map(|query| {
                let (start, processor) = (Instant::now(), self.processor());
                self.client
                    .ask("workspace/symbol", json!({ "query": query }));
                Cost::of(&self.client, start, processor)
            })
            .collect();
        bar("workspace/symbol", &costs, 50.0, 50.0);
    }

    fn places_for(&self, method: &str) -> Vec<(u32, u32)> {
        match method {
            "signatureHelp" if !self.calls.is_empty() => self.calls.clone(),
            _ => self.places.clone(),
        }
    }

    fn processor(&self) -> Duration {
        processor_time(self.client.pid()).unwrap_or_default()
    }

    /// Replaces a range of what is typed.
    fn press(&mut self, (from, to): (u32, u32), text: &str) {
        self.version += 1;
        let (line, column) = self.manifest.place;
        let (from, to) = ((line, column + from), (line, column + to));
        let uri = &self.manifest.uri;
        self.client.edit(uri, self.version, from, to, text);
    }

    fn diagnosed(&mut self) {
        self.client.diagnostics(&self.manifest.uri, self.version);
    }

    fn asked(&mut self, method: &str, place: (u32, u32)) -> Cost {
        let mut params = json!({
            "textDocument": { "uri": self.manifest.uri },
            "position": position(place),
            "context": { "includeDeclaration": true, "diagnostics": [] },
            "range": { "start": position(place), "end": position(place) },
        });
        if method == "completion" || method == "signatureHelp" {
            params["context"].take();
        }
        let (start, processor) = (Instant::now(), self.processor());
        let _: Value = self.client.ask(&format!("textDocument/{method}"), params);
        Cost::of(&self.client, start, processor)
    }
}

/// The keystrokes that type a text and take it away again: columns, from where is typed, and what replaces them.
fn keys(typed: &str) -> impl Iterator<Item = ((u32, u32), String)> + use<> {
    let letters: Vec<(u32, char)> = (0..).zip(typed.chars()).collect();
    let types = letters
        .iter()
        .map(|(at, letter)| ((*at, *at), letter.to_string()));
    let erases = letters
        .iter()
        .rev()
        .map(|(at, _)| ((*at, at + 1), String::new()));
    let round: Vec<_> = types.chain(erases).collect();
    (0..ROUNDS).flat_map(move |_| round.clone())
}

/// What something took.
#[derive(Clone, Copy)]
struct Cost {
    passed: Duration,
    worked: Duration,
}

impl Cost {
    fn of(client: &Client, start: Instant, processor: Duration) -> Self {
        let passed = start.elapsed();
        let worked = processor_time(client.pid()).unwrap_or_default();
        Self {
            passed,
            worked: worked.saturating_sub(processor),
        }
    }
}

/// A line after the middle of a manifest before which a statement can stand.
fn statement_after_the_middle(text: &str) -> usize {
    let middle = text.lines().count() / 2;
    let is_statement = |line: &str| {
        let statement = line.strip_prefix("  ");
        statement.is_some_and(|it| it.starts_with("if ") || it.starts_with("class {"))
    };
    let line = text.lines().skip(middle).position(is_statement);
    middle + line.unwrap_or(0)
}

/// Where the words are, but for those in comments.
fn places(text: &str) -> Vec<(u32, u32)> {
    let lines = (0..).zip(text.lines());
    let code = lines.filter(|(_, line)| !line.trim_start().starts_with('#'));
    let words = code.flat_map(|(number, line)| {
        let mut before = ' ';
        let mut columns = Vec::new();
        for (column, character) in line.char_indices() {
            if character.is_ascii_alphabetic() && !before.is_ascii_alphanumeric() && before != '_' {
                columns.push((number, u32::try_from(column).unwrap_or(0) + 1));
            }
            before = character;
        }
        columns
    });
    words.collect()
}

/// Where something can be given to a call or a resource: after `(` and `=>`.
fn calls(text: &str) -> Vec<(u32, u32)> {
    let lines = (0..).zip(text.lines());
    let ends = lines.filter_map(|(number, line)| {
        let open = line.rfind('(').map(|at| at + 1);
        let column = open.or_else(|| line.find("=> ").map(|at| at + 3))?;
        Some((number, u32::try_from(column).ok()?))
    });
    ends.collect()
}

/// Prints the times, and whether they keep a bar: the median and the 95 % in milliseconds.
fn bar(what: &str, costs: &[Cost], median: f64, most: f64) {
    let at = |percent: usize, time: fn(&Cost) -> Duration| {
        let mut times: Vec<Duration> = costs.iter().map(time).collect();
        times.sort_unstable();
        let index = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times
            .get(index)
            .map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    let passed = |percent| at(percent, |cost| cost.passed);
    let worked = |percent| at(percent, |cost| cost.worked);
    let verdict = |half: f64, nearly_all: f64| match half <= median && nearly_all <= most {
        true => "ok",
        false => "over",
    };
    println!(
        "  {what}: least {:.2} ms, median {:.2}, 95 % {:.2}, worst {:.2} ({}); processor {:.2}, {:.2}, {:.2}, {:.2} ({}); {} times, bar {median}, {most}",
        passed(0),
        passed(50),
        passed(95),
        passed(100),
        verdict(passed(50), passed(95)),
        worked(0),
        worked(50),
        worked(95),
        worked(100),
        verdict(worked(50), worked(95)),
        costs.len(),
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
