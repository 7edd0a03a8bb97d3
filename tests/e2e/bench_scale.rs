//! The cost of 1, 3 and 10 copies of a folder of modules: `cargo xtask bench scale`.
//!
//! Each copy has modules of its own names, in one control repository: a tenfold workspace should cost ten times as much to
//! read, and no more to edit. Then many files are opened and closed again and again, which should leave nothing in memory.
//! What is told besides times are those that the processor has worked: on a busy machine, these are what counts.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[expect(dead_code, reason = "shared with the tests")]
mod client;
mod memory;
mod processor;
mod workspace;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use client::{Client, position};
use memory::memory;
use processor::processor_time;
use puppet_test_support::text_files;
use serde_json::{Value, json};
use workspace::Workspace;

/// How many copies of the modules there are; the first is what the others are compared with.
const SIZES: [usize; 3] = [1, 3, 10];

/// How often a request is repeated; half of the answers come within the time that is told.
const REPEATED: usize = 20;

/// So many files are opened and closed, so often.
const OPENED: usize = 2_000;
const ROUNDS: usize = 3;

/// What may be had: by which factor a figure may grow from the first to the last size.
const BARS: [(&str, f64); 4] = [
    ("check, processor s", 11.0),
    ("check, MB", 9.0),
    ("keystroke, processor ms", 1.3),
    ("hover, processor ms", 1.3),
];

/// The names of figures with their values, in the order in which they are told.
type Figures = Vec<(&'static str, f64)>;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut modules = PathBuf::from("/usr/share/puppet/modules");
    while let Some(argument) = arguments.next() {
        if argument == "--workspace" {
            modules = arguments.next().map(PathBuf::from).unwrap_or(modules);
        }
    }
    let original = Modules::read(&modules);
    let mut first: Option<Figures> = None;
    for size in SIZES {
        let repository = Workspace::new(&[("environment.conf", "modulepath = modules\n")]);
        for copy in 0..size {
            original.write(copy, &repository.root().join("modules"));
        }
        let mut figures = check(&repository);
        figures.extend(edit(&repository, &original));
        println!(
            "{size} x {} files of Puppet code",
            original.manifests().count()
        );
        for (index, (name, figure)) in figures.iter().enumerate() {
            let factor = first
                .as_ref()
                .map_or(1.0, |first| figure / first[index].1.max(0.01));
            let bar = BARS.iter().find(|(of, _)| of == name && size == SIZES[2]);
            let verdict = bar.map_or("", |(_, bar)| verdict(factor <= *bar));
            println!("  {name}: {figure:.1} ({factor:.2} x){verdict}");
        }
        first.get_or_insert(figures);
        if size == 1 {
            open_and_close(&repository, &original);
        }
    }
}

fn verdict(is_kept: bool) -> &'static str {
    match is_kept {
        true => " ok",
        false => " over",
    }
}

/// The text files of a folder of modules, by their paths.
struct Modules {
    names: BTreeSet<String>,
    files: Vec<(String, String)>,
}

impl Modules {
    fn read(folder: &Path) -> Self {
        let files = text_files(folder);
        let names = files.iter().filter_map(|(path, _)| path.split('/').next());
        Self {
            names: names.map(str::to_owned).collect(),
            files,
        }
    }

    fn manifests(&self) -> impl Iterator<Item = &(String, String)> {
        let is_puppet = |path: &str| path.ends_with(".pp") || path.ends_with(".epp");
        self.files.iter().filter(move |(path, _)| is_puppet(path))
    }

    /// Writes a copy whose modules have names of their own; the first has those of the original.
    fn write(&self, copy: usize, folder: &Path) {
        for (path, text) in &self.files {
            let (module, rest) = path.split_once('/').unwrap_or((path, ""));
            let (module, text) = match copy {
                0 => (module.to_owned(), text.clone()),
                _ => (format!("{module}_c{copy}"), self.renamed(text, copy)),
            };
            let path = folder.join(module).join(rest);
            fs::create_dir_all(path.parent().expect("a folder")).expect("temporary folder");
            fs::write(path, text).expect("temporary file");
        }
    }

    /// A text with other names of modules: where they start a longer name, or are that of the class that the text defines.
    fn renamed(&self, text: &str, copy: usize) -> String {
        let mut renamed = String::with_capacity(text.len() + text.len() / 8);
        let mut rest = text;
        while let Some(start) = rest.find(|it: char| it.is_ascii_alphabetic()) {
            let (before, word) = rest.split_at(start);
            let end = word.find(|it: char| !it.is_ascii_alphanumeric() && it != '_');
            let (word, after) = word.split_at(end.unwrap_or(word.len()));
            renamed.push_str(before);
            renamed.push_str(word);
            let is_start = after.starts_with("::") && before != "::";
            let defines = before == " " && renamed.ends_with(&format!("class {word}"));
            if (is_start || defines) && self.names.contains(&*word.to_ascii_lowercase()) {
                renamed.push_str(&format!("_c{copy}"));
            }
            rest = after;
        }
        renamed.push_str(rest);
        renamed
    }
}

/// What it costs to check everything.
fn check(repository: &Workspace) -> Figures {
    let binary = client::command().get_program().to_owned();
    let mut command = Command::new(binary);
    command
        .args(["check", "--format", "json"])
        .arg(repository.root())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let before = children_time();
    let mut child = command.spawn().expect("the program starts");
    let mut most = 0.0_f64;
    while child.try_wait().expect("a process").is_none() {
        most = most.max(memory_of(child.id(), "VmHWM:"));
        std::thread::sleep(Duration::from_millis(5));
    }
    vec![
        ("check, processor s", children_time() - before),
        ("check, MB", most),
    ]
}

/// What it costs to work in the longest manifest.
fn edit(repository: &Workspace, modules: &Modules) -> Figures {
    let (mut client, start) = Client::timed(&repository.uri(""), json!({}));
    client.ask("workspace/symbol", json!({ "query": "vhost" }));
    let index = start.elapsed().as_secs_f64();
    let (path, text) = modules
        .manifests()
        .max_by_key(|(_, text)| text.len())
        .expect("a manifest");
    let uri = repository.uri(&format!("modules/{path}"));
    client.open(&uri, text);
    let lines = u32::try_from(text.lines().count()).expect("a small file");
    let class = text
        .lines()
        .position(|line| line.starts_with("class "))
        .unwrap_or(0);
    let class = u32::try_from(class).expect("a small file");
    let document = json!({ "uri": uri });
    let at = json!({ "textDocument": document, "position": position((class, 7)) });
    let mut references = at.clone();
    references["context"] = json!({ "includeDeclaration": true });
    let mut rename = at.clone();
    rename["newName"] = json!("renamed");
    let mut figures = vec![("index, s", index)];
    let mut version = 1;
    figures.push(half("keystroke, processor ms", &mut client, |client| {
        version += 1;
        client.edit(&uri, version, (lines / 2, 0), (lines / 2, 0), " ");
        client.ask(
            "textDocument/diagnostic",
            json!({ "textDocument": document }),
        )
    }));
    for (name, method, params) in [
        ("hover, processor ms", "textDocument/hover", at),
        (
            "references, processor ms",
            "textDocument/references",
            references,
        ),
        (
            "symbols, processor ms",
            "workspace/symbol",
            json!({ "query": "vhost" }),
        ),
    ] {
        figures.push(half(name, &mut client, |client| {
            client.ask(method, params.clone())
        }));
    }
    figures.push(half("rename, processor ms", &mut client, |client| {
        let id = client.request("textDocument/rename", rename.clone());
        client.answer(id).unwrap_or_default()
    }));
    figures.push(("server, MB", memory_of(client.pid(), "VmRSS:")));
    end(client);
    figures
}

/// How long the server works until half of the answers are there.
fn half(
    name: &'static str,
    client: &mut Client,
    mut ask: impl FnMut(&mut Client) -> Value,
) -> (&'static str, f64) {
    // What follows from an edit is not counted twice.
    ask(client);
    let mut times: Vec<f64> = (0..REPEATED)
        .map(|_| {
            let before = processor_time(client.pid()).unwrap_or_default();
            ask(client);
            let after = processor_time(client.pid()).unwrap_or_default();
            after.saturating_sub(before).as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (name, times[REPEATED / 2])
}

/// Opens many documents with their diagnostics, closes them, and does it again.
fn open_and_close(repository: &Workspace, modules: &Modules) {
    let capabilities = json!({ "textDocument": { "diagnostic": {} } });
    let (mut client, _) = Client::timed(&repository.uri(""), capabilities);
    let mut megabytes = Vec::new();
    for _ in 0..ROUNDS {
        let documents: Vec<_> = modules.manifests().take(OPENED).collect();
        for (path, text) in &documents {
            let uri = repository.uri(&format!("modules/{path}"));
            client.open(&uri, text);
            client.ask(
                "textDocument/diagnostic",
                json!({ "textDocument": { "uri": uri } }),
            );
        }
        for (path, _) in &documents {
            let uri = repository.uri(&format!("modules/{path}"));
            client.notify(
                "textDocument/didClose",
                json!({ "textDocument": { "uri": uri } }),
            );
        }
        client.ask("workspace/symbol", json!({ "query": "vhost" }));
        std::thread::sleep(Duration::from_secs(2));
        megabytes.push(memory_of(client.pid(), "VmRSS:"));
    }
    let is_kept = megabytes[ROUNDS - 1] <= megabytes[0] * 1.1;
    let shown: Vec<String> = megabytes.iter().map(|it| format!("{it:.0}")).collect();
    println!(
        "  MB after {OPENED} files were opened and closed: {}{}",
        shown.join(", "),
        verdict(is_kept)
    );
    end(client);
}

fn end(mut client: Client) {
    client.ask("shutdown", Value::Null);
    client.exit();
    client.forget_unread();
}

/// A line of a process's status, in megabytes; 0 where the system does not tell.
fn memory_of(process: u32, line: &str) -> f64 {
    memory(process, line).unwrap_or_default() as f64 / 1024.0
}

/// The seconds that processes which have ended had on all processors; a tick of the system's clock is a hundredth.
fn children_time() -> f64 {
    let times = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = times.rsplit(") ").next().unwrap_or_default();
    let fields = after_name.split(' ').skip(13).take(2);
    fields.filter_map(|it| it.parse::<f64>().ok()).sum::<f64>() / 100.0
}
