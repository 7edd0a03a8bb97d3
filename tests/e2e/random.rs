//! After any edits, opens, closes, moves and cancelled requests, every answer is that of a freshly started server on the
//! same texts.
//!
//! `PUPPET_STEPS` says how many steps are made, `PUPPET_CORPUS` where modules are (usually `/usr/share/puppet/modules`).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, position};
use crate::workspace::Workspace;

/// How long what was closed or moved may take until the answers know.
const PATIENCE: Duration = Duration::from_secs(20);
/// Every so many steps the answers are compared.
const COMPARED: usize = 20;
/// Every so many steps another module is taken.
const STEPS_IN_MODULE: usize = 500;

/// What is asked about a file.
const OF_FILE: [&str; 7] = [
    "diagnostic",
    "documentSymbol",
    "foldingRange",
    "semanticTokens/full",
    "documentLink",
    "codeLens",
    "inlayHint",
];
/// What is asked about a place.
const OF_PLACE: [&str; 11] = [
    "hover",
    "definition",
    "typeDefinition",
    "implementation",
    "documentHighlight",
    "references",
    "signatureHelp",
    "completion",
    "prepareRename",
    "prepareCallHierarchy",
    "codeAction",
];

/// What is typed.
const TYPED: [&str; 15] = [
    "",
    "{",
    "}",
    "$",
    "x",
    "'",
    "\n",
    "include ",
    "::",
    "[",
    "=> ",
    "# ",
    "class a { ",
    ")",
    "ä🐘",
];

/// Numbers that look random, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit.max(1)
    }
}

/// A session, and what its editor shows.
struct Session {
    client: Client,
    workspace: Workspace,
    /// All manifests and templates by their paths.
    texts: BTreeMap<String, String>,
    /// The versions of the open ones.
    open: BTreeMap<String, i32>,
}

/// A client that asks for diagnostics, so that none come unasked.
fn connect(workspace: &Workspace) -> Client {
    Client::with_capabilities(workspace, json!({ "textDocument": { "diagnostic": {} } }))
}

/// Ends a session; what it says about its progress is no matter.
fn finish(mut client: Client) {
    client.ask("shutdown", Value::Null);
    assert_eq!(client.exit(), Some(0));
    client.forget_unread();
}

/// Line and column, in UTF-16 units.
fn place(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let column = before[start..].encode_utf16().count();
    let number = |it: usize| u32::try_from(it).expect("a small file");
    position((number(line), number(column)))
}

fn boundary(text: &str, at: usize) -> usize {
    let mut before = (0..=at.min(text.len())).rev();
    let at = before.find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    // Nobody stands between the two characters of one line end.
    match text[..at].ends_with('\r') {
        true => at - 1,
        false => at,
    }
}

impl Session {
    fn new(module: &[(String, String)]) -> Self {
        let files: Vec<(&str, &str)> = module.iter().map(|(a, b)| (&**a, &**b)).collect();
        let workspace = Workspace::new(&files);
        let is_puppet = |path: &str| path.ends_with(".pp") || path.ends_with(".epp");
        let texts = module.iter().filter(|(path, _)| is_puppet(path)).cloned();
        Self {
            client: connect(&workspace),
            texts: texts.collect(),
            workspace,
            open: BTreeMap::new(),
        }
    }

    fn any(&self, numbers: &mut Numbers) -> String {
        let path = self.texts.keys().nth(numbers.below(self.texts.len()));
        path.expect("a manifest").clone()
    }

    fn edit(&mut self, path: &str, numbers: &mut Numbers) {
        let uri = self.workspace.uri(path);
        let text = self.texts.get_mut(path).expect("a known file");
        if !self.open.contains_key(path) {
            self.client.open(&uri, text);
            self.open.insert(path.to_owned(), 1);
        }
        let start = boundary(text, numbers.below(text.len() + 1));
        let end = boundary(text, start + numbers.below(12)).max(start);
        let typed = TYPED[numbers.below(TYPED.len())];
        let version = self.open.get_mut(path).expect("open");
        *version += 1;
        let range = json!({ "start": place(text, start), "end": place(text, end) });
        let params = json!({
            "textDocument": { "uri": uri, "version": *version },
            "contentChanges": [{ "range": range, "text": typed }],
        });
        self.client.notify("textDocument/didChange", params);
        text.replace_range(start..end, typed);
    }

    /// Saves a document and closes it.
    fn close(&mut self, path: &str) {
        if self.open.remove(path).is_some() {
            self.workspace.write(path, &self.texts[path]);
            let document = json!({ "uri": self.workspace.uri(path) });
            let params = json!({ "textDocument": document });
            self.client.notify("textDocument/didClose", params);
        }
    }

    /// Gives a file another name on disk.
    fn move_file(&mut self, path: &str, step: usize) {
        self.close(path);
        let text = self.texts.remove(path).expect("a known file");
        let (stem, suffix) = path.rsplit_once('.').expect("a suffix");
        let to = format!("{stem}_{step}.{suffix}");
        let root = self.workspace.root();
        fs::rename(root.join(path), root.join(&to)).expect("a file");
        let changes = json!([
            { "uri": self.workspace.uri(path), "type": 3 },
            { "uri": self.workspace.uri(&to), "type": 1 },
        ]);
        let params = json!({ "changes": changes });
        self.client
            .notify("workspace/didChangeWatchedFiles", params);
        self.texts.insert(to, text);
    }

    /// Asks, and does not wait for the answer.
    fn cancel(&mut self, path: &str) {
        let params = json!({ "textDocument": { "uri": self.workspace.uri(path) } });
        let id = self.client.request("textDocument/diagnostic", params);
        self.client.notify("$/cancelRequest", json!({ "id": id }));
        // Either the answer or that there is none.
        let _ = self.client.answer(id);
    }

    fn step(&mut self, path: &mut String, step: usize, numbers: &mut Numbers) {
        match numbers.below(14) {
            0 | 1 => *path = self.any(numbers),
            2 => self.close(path),
            3 => {
                self.move_file(path, step);
                *path = self.any(numbers);
            }
            4 => self.cancel(path),
            _ => self.edit(path, numbers),
        }
    }

    /// Compares the answers about a place with those of a server that has just been started.
    fn compare(&mut self, path: &str, step: usize, numbers: &mut Numbers) {
        let text = &self.texts[path];
        let at = place(text, boundary(text, numbers.below(text.len() + 1)));
        let uri = self.workspace.uri(path);
        let mut fresh = connect(&self.workspace);
        for path in self.open.keys() {
            fresh.open(&self.workspace.uri(path), &self.texts[path]);
        }
        let expected = answers(&mut fresh, &uri, &at);
        finish(fresh);
        let end = Instant::now() + PATIENCE;
        let mut found = answers(&mut self.client, &uri, &at);
        while found != expected && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(100));
            found = answers(&mut self.client, &uri, &at);
        }
        for ((method, found), (_, expected)) in found.iter().zip(&expected) {
            assert_eq!(
                found, expected,
                "{method} in {path} at {at} after step {step}:\n{text}"
            );
        }
    }
}

fn answers(client: &mut Client, uri: &str, at: &Value) -> Vec<(&'static str, String)> {
    let mut params = json!({
        "textDocument": { "uri": uri },
        "range": { "start": at, "end": at },
        "context": { "diagnostics": [], "includeDeclaration": true },
        "position": at,
    });
    let mut ids = Vec::new();
    for method in OF_PLACE {
        ids.push((
            method,
            client.request(&format!("textDocument/{method}"), params.clone()),
        ));
    }
    params["range"]["start"] = position((0, 0));
    for method in OF_FILE {
        ids.push((
            method,
            client.request(&format!("textDocument/{method}"), params.clone()),
        ));
    }
    let query = json!({ "query": "a" });
    ids.push(("symbol", client.request("workspace/symbol", query)));
    let answers = ids.into_iter().map(|(method, id)| {
        let answer = client.answer(id).map(|answer| comparable(method, answer));
        (method, format!("{answer:?}"))
    });
    answers.collect()
}

/// An answer without what is each session's own: numbers of answers and files.
fn comparable(method: &str, mut answer: Value) -> Value {
    match (method, &mut answer) {
        ("semanticTokens/full", answer) => answer["data"].take(),
        ("completion", Value::Array(items)) => {
            for item in items.iter_mut() {
                if item["data"].is_array() {
                    item["data"][0].take();
                }
            }
            items.sort_by_cached_key(ToString::to_string);
            answer
        }
        _ => answer,
    }
}

/// The files of a module that can be read, below `modules`.
fn module(folder: &Path) -> Vec<(String, String)> {
    let name = folder.file_name().expect("a name").to_string_lossy();
    let mut files = vec![("environment.conf".to_owned(), String::new())];
    let mut folders = vec![folder.to_owned()];
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(below).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let below = path.strip_prefix(folder).expect("below").to_string_lossy();
                files.push((format!("modules/{name}/{below}"), text));
            }
        }
    }
    files.sort();
    files
}

/// Real modules, or a small one where none are installed.
fn modules() -> Vec<Vec<(String, String)>> {
    let corpus = std::env::var_os("PUPPET_CORPUS")
        .map_or_else(|| "/usr/share/puppet/modules".into(), PathBuf::from);
    let entries = fs::read_dir(corpus).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    folders.sort();
    let has_manifests =
        |files: &Vec<(String, String)>| files.iter().any(|it| it.0.ends_with(".pp"));
    let mut modules: Vec<_> = folders
        .iter()
        .map(|it| module(it))
        .filter(has_manifests)
        .collect();
    if modules.is_empty() {
        let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        modules.push(vec![
            file("environment.conf", ""),
            file(
                "modules/a/manifests/init.pp",
                "class a($x = 1) {\n  include a::b\n}\n",
            ),
            file(
                "modules/a/manifests/b.pp",
                "class a::b {\n  $y = $a::x\n}\n",
            ),
        ]);
    }
    modules
}

#[test]
fn answers_are_those_of_a_fresh_server() {
    let steps = std::env::var("PUPPET_STEPS").ok();
    let steps: usize = steps.and_then(|it| it.parse().ok()).unwrap_or(60);
    let modules = modules();
    for (index, first) in (0..steps).step_by(STEPS_IN_MODULE).enumerate() {
        let mut numbers = Numbers(index as u64);
        let mut session = Session::new(&modules[(index * 7 + 3) % modules.len()]);
        let mut path = session.any(&mut numbers);
        for step in first..steps.min(first + STEPS_IN_MODULE) {
            session.step(&mut path, step, &mut numbers);
            if step % COMPARED == COMPARED - 1 {
                session.compare(&path, step, &mut numbers);
            }
        }
        finish(session.client);
    }
}
