//! A session of an editor: its screen, and its messages to the server.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use super::corpus::CorpusFiles;
use super::numbers::Numbers;
use crate::client::{Client, position};
use crate::workspace::Workspace;

pub(super) const CREATED: u8 = 1;
pub(super) const CHANGED: u8 = 2;
pub(super) const DELETED: u8 = 3;

/// In what editors differ.
#[derive(Debug, Clone, Copy)]
pub(super) struct EditorStyle {
    /// What columns count.
    encoding: &'static str,
    /// Asks for diagnostics, instead of being told.
    pulls: bool,
    line_end: &'static str,
}

impl EditorStyle {
    pub(super) fn number(number: usize) -> Self {
        Self {
            encoding: ["utf-16", "utf-8", "utf-16", "utf-32"][number % 4],
            pulls: !number.is_multiple_of(3),
            line_end: ["\n", "\n", "\r\n"][(number / 2) % 3],
        }
    }

    pub(super) fn pulls(self) -> bool {
        self.pulls
    }

    fn capabilities(self) -> Value {
        let mut capabilities = json!({
            "general": { "positionEncodings": [self.encoding] },
            "workspace": {
                "didChangeWatchedFiles": { "dynamicRegistration": true },
                "workspaceEdit": {
                    "documentChanges": true,
                    "resourceOperations": ["create", "rename", "delete"],
                },
            },
            "textDocument": {
                "publishDiagnostics": { "relatedInformation": true },
                "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
                "completion": { "completionItem": { "snippetSupport": true } },
                "definition": { "linkSupport": true },
                "rename": { "prepareSupport": true },
                "typeHierarchy": { "dynamicRegistration": true },
            },
        });
        if self.pulls {
            capabilities["textDocument"]["diagnostic"] = json!({});
        }
        capabilities
    }

    fn width(self, character: char) -> usize {
        match self.encoding {
            "utf-8" => character.len_utf8(),
            "utf-16" => character.len_utf16(),
            _ => 1,
        }
    }

    /// Line and column of an offset.
    pub(super) fn place(self, text: &str, offset: usize) -> Value {
        let before = &text[..offset];
        let line = before.matches('\n').count();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before[start..].chars().map(|it| self.width(it)).sum();
        let number = |it: usize| u32::try_from(it).expect("a small file");
        position((number(line), number(column)))
    }

    /// The offset of a line and a column that the server wrote.
    pub(super) fn offset(self, text: &str, at: &Value) -> usize {
        let number = |name: &str| {
            let number = at[name].as_u64().expect("a number");
            usize::try_from(number).expect("a small number")
        };
        let lines = text.match_indices('\n').map(|(at, _)| at + 1);
        let start = std::iter::once(0).chain(lines).nth(number("line"));
        let start = start.unwrap_or(text.len());
        let mut column = number("character");
        for (at, character) in text[start..].char_indices() {
            if column == 0 {
                return start + at;
            }
            column = column.checked_sub(self.width(character)).expect("a column");
        }
        text.len()
    }

    /// A text as this editor writes it.
    pub(super) fn with_line_ends(self, text: &str) -> String {
        text.replace("\r\n", "\n").replace('\n', self.line_end)
    }
}

/// An open document.
pub(super) struct OpenDocument {
    version: i32,
    pub(super) text: String,
    /// The texts before the last edits.
    before: Vec<String>,
}

pub(super) struct RandomSession {
    pub(super) client: Client,
    pub(super) style: EditorStyle,
    pub(super) workspace: Workspace,
    pub(super) settings: Value,
    /// What the disk holds, without what the server never reads.
    pub(super) disk: BTreeMap<String, String>,
    pub(super) open: BTreeMap<String, OpenDocument>,
    /// The last steps, for the message of a failure.
    pub(super) log: Vec<String>,
    /// What the server said last about each document without being asked.
    pub(super) pushed: BTreeMap<String, Value>,
    /// The semantic tokens that it sent last, with their ids.
    pub(super) tokens: BTreeMap<String, (Value, Vec<Value>)>,
    /// The diagnostics that it sent last when it was asked.
    pub(super) pulled: BTreeMap<String, Value>,
}

pub(super) fn is_puppet(path: &str) -> bool {
    path.ends_with(".pp") || path.ends_with(".epp")
}

impl RandomSession {
    pub(super) fn new(module: &CorpusFiles, style: EditorStyle) -> Self {
        let written: CorpusFiles = module
            .iter()
            .map(|(path, text)| (path.clone(), style.with_line_ends(text)))
            .collect();
        let files: Vec<(&str, &str)> = written.iter().map(|(a, b)| (&**a, &**b)).collect();
        let workspace = Workspace::new(&files);
        Self::in_workspace(workspace, style, json!({}), written.into_iter().collect())
    }

    fn in_workspace(
        workspace: Workspace,
        style: EditorStyle,
        settings: Value,
        disk: BTreeMap<String, String>,
    ) -> Self {
        let settings = without_systems(settings);
        Self {
            client: connect(&workspace, style, &settings),
            style,
            workspace,
            settings,
            disk,
            open: BTreeMap::new(),
            log: Vec::new(),
            pushed: BTreeMap::new(),
            tokens: BTreeMap::new(),
            pulled: BTreeMap::new(),
        }
    }

    /// A server that has just been started on the same texts.
    pub(super) fn fresh(&self) -> Fresh {
        let mut client = connect(&self.workspace, self.style, &self.settings);
        for (path, document) in &self.open {
            client.open(&self.workspace.uri(path), &document.text);
        }
        Fresh {
            client,
            pushed: BTreeMap::new(),
        }
    }

    pub(super) fn finish(self) {
        finish(self.client);
    }

    pub(super) fn uri(&self, path: &str) -> String {
        self.workspace.uri(path)
    }

    /// The path of a URI of the server.
    pub(super) fn path(&self, uri: &Value) -> String {
        let root = self.workspace.uri("");
        let path = uri.as_str().and_then(|uri| uri.strip_prefix(&*root));
        path.unwrap_or_else(|| panic!("{uri} is outside"))
            .to_owned()
    }

    /// What the editor shows, or the disk holds.
    pub(super) fn text(&self, path: &str) -> &str {
        match self.open.get(path) {
            Some(document) => &document.text,
            None => self.disk.get(path).map_or("", |text| text),
        }
    }

    /// Some manifest or template.
    pub(super) fn any(&self, numbers: &mut Numbers) -> String {
        self.any_of(is_puppet, numbers)
            .expect("there are always some")
    }

    pub(super) fn any_of(
        &self,
        fits: impl Fn(&str) -> bool,
        numbers: &mut Numbers,
    ) -> Option<String> {
        let paths: Vec<&String> = self.disk.keys().filter(|path| fits(path)).collect();
        (!paths.is_empty()).then(|| (*numbers.one_of(&paths)).clone())
    }

    /// Some place in a text where a cursor can stand.
    pub(super) fn random_offset(text: &str, numbers: &mut Numbers) -> usize {
        boundary(text, numbers.number_below(text.len() + 1))
    }

    /// Reads what the server says without having been asked, and answers what it asks.
    pub(super) fn listen(&mut self) {
        listen(&mut self.client, &mut self.pushed);
    }

    pub(super) fn open(&mut self, path: &str) {
        if self.open.contains_key(path) {
            return;
        }
        let text = self.disk.get(path).cloned().unwrap_or_default();
        self.client.open(&self.workspace.uri(path), &text);
        let document = OpenDocument {
            version: 1,
            text,
            before: Vec::new(),
        };
        self.open.insert(path.to_owned(), document);
    }

    /// Replaces ranges of an open document, each after the one before.
    pub(super) fn edit(&mut self, path: &str, edits: &[(usize, usize, String)]) {
        self.open(path);
        let uri = self.uri(path);
        let style = self.style;
        let document = self.open.get_mut(path).expect("open");
        document.before.push(document.text.clone());
        let mut changes = Vec::new();
        for (start, end, new) in edits {
            let range = json!({
                "start": style.place(&document.text, *start),
                "end": style.place(&document.text, *end),
            });
            changes.push(json!({ "range": range, "text": new }));
            document.text.replace_range(*start..*end, new);
        }
        self.changed(path, &uri, Value::Array(changes));
    }

    /// Replaces the whole text of an open document without saying what is new.
    pub(super) fn replace(&mut self, path: &str, text: String) {
        self.open(path);
        let uri = self.uri(path);
        let document = self.open.get_mut(path).expect("open");
        let before = std::mem::replace(&mut document.text, text);
        document.before.push(before);
        let changes = json!([{ "text": document.text }]);
        self.changed(path, &uri, changes);
    }

    /// Takes back the last edits; as one change of what differs, as editors do.
    pub(super) fn undo(&mut self, path: &str, times: usize) {
        let style = self.style;
        let uri = self.uri(path);
        let Some(document) = self.open.get_mut(path) else {
            return;
        };
        let at = document.before.len().saturating_sub(times);
        let Some(before) = document.before.drain(at..).next() else {
            return;
        };
        let same = boundary(&before, common(document.text.bytes(), before.bytes()));
        let same = boundary(&document.text, same);
        let range = json!({
            "start": style.place(&document.text, same),
            "end": style.place(&document.text, document.text.len()),
        });
        let changes = json!([{ "range": range, "text": &before[same..] }]);
        document.text = before;
        self.changed(path, &uri, changes);
    }

    fn changed(&mut self, path: &str, uri: &str, changes: Value) {
        let document = self.open.get_mut(path).expect("open");
        // Versions may jump.
        document.version += 1 + document.version % 3;
        let params = json!({
            "textDocument": { "uri": uri, "version": document.version },
            "contentChanges": changes,
        });
        self.client.notify("textDocument/didChange", params);
    }

    pub(super) fn save(&mut self, path: &str) {
        if let Some(document) = self.open.get(path) {
            let text = document.text.clone();
            self.write(path, text);
            let params = json!({ "textDocument": { "uri": self.uri(path) } });
            self.client.notify("textDocument/didSave", params);
        }
    }

    /// Closes a document; what was not saved is lost.
    pub(super) fn close(&mut self, path: &str) {
        if self.open.remove(path).is_some() {
            let uri = self.uri(path);
            self.tokens.remove(&uri);
            let params = json!({ "textDocument": { "uri": uri } });
            self.client.notify("textDocument/didClose", params);
        }
    }

    /// Writes a file on disk, new or not.
    pub(super) fn write(&mut self, path: &str, text: String) {
        self.workspace.write(path, &text);
        let kind = match self.disk.insert(path.to_owned(), text) {
            Some(_) => CHANGED,
            None => CREATED,
        };
        self.watched(&[(path, kind)]);
    }

    pub(super) fn delete(&mut self, path: &str) {
        fs::remove_file(self.workspace.root().join(path)).expect("a file");
        self.disk.remove(path);
        self.watched(&[(path, DELETED)]);
    }

    /// Gives a file another path, as an editor's explorer does.
    pub(super) fn move_file(&mut self, from: &str, to: &str) {
        let open = self.open.contains_key(from);
        self.save(from);
        if !self.disk.contains_key(from) {
            return;
        }
        let root = self.workspace.root();
        let target = root.join(to);
        fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
        fs::rename(root.join(from), target).expect("a file");
        let text = self.disk.remove(from).expect("a known file");
        self.disk.insert(to.to_owned(), text);
        self.close(from);
        if open {
            self.open(to);
        }
        let files = json!([{ "oldUri": self.uri(from), "newUri": self.uri(to) }]);
        let params = json!({ "files": files });
        self.client.notify("workspace/didRenameFiles", params);
        self.watched(&[(from, DELETED), (to, CREATED)]);
    }

    pub(super) fn watched(&mut self, changes: &[(&str, u8)]) {
        let changes: Vec<Value> = changes
            .iter()
            .map(|(path, kind)| json!({ "uri": self.workspace.uri(path), "type": kind }))
            .collect();
        let params = json!({ "changes": changes });
        self.client
            .notify("workspace/didChangeWatchedFiles", params);
    }

    pub(super) fn configure(&mut self, settings: Value) {
        let settings = without_systems(settings);
        let params = json!({ "settings": { "puppet-analyzer": settings } });
        self.client
            .notify("workspace/didChangeConfiguration", params);
        self.settings = settings;
    }

    /// Asks, and waits; an error that every client must bear is no answer.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Option<Value> {
        let id = self.client.request(method, params);
        self.client.answer(id).ok()
    }
}

/// A server that has just been started.
pub(super) struct Fresh {
    pub(super) client: Client,
    pub(super) pushed: BTreeMap<String, Value>,
}

impl Fresh {
    pub(super) fn listen(&mut self) {
        listen(&mut self.client, &mut self.pushed);
    }

    pub(super) fn finish(self) {
        finish(self.client);
    }
}

/// The settings, without the checks of operating systems: their results come a second after the last edit, and no answer
/// waits for them.
fn without_systems(mut settings: Value) -> Value {
    settings["diagnostics"]["operatingSystems"] = json!(false);
    settings
}

fn connect(workspace: &Workspace, style: EditorStyle, settings: &Value) -> Client {
    Client::with_options(&workspace.uri(""), style.capabilities(), settings.clone()).0
}

/// Ends a session; what it still says is no matter.
fn finish(mut client: Client) {
    client.ask("shutdown", Value::Null);
    assert_eq!(client.exit(), Some(0));
    client.forget_unread();
}

fn listen(client: &mut Client, pushed: &mut BTreeMap<String, Value>) {
    for mut message in client.unasked() {
        if !message["id"].is_null() {
            client.reply(&message["id"], Value::Null);
        } else if message["method"] == "textDocument/publishDiagnostics" {
            let params = &mut message["params"];
            let uri = params["uri"].as_str().expect("a URI").to_owned();
            pushed.insert(uri, params["diagnostics"].take());
        }
    }
}

fn common(one: impl Iterator<Item = u8>, other: impl Iterator<Item = u8>) -> usize {
    one.zip(other)
        .take_while(|(one, other)| one == other)
        .count()
}

pub(super) fn boundary(text: &str, at: usize) -> usize {
    let mut before = (0..=at.min(text.len())).rev();
    let at = before.find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    // No cursor is between the two characters of one line end.
    match text[..at].ends_with('\r') && text[at..].starts_with('\n') {
        true => at - 1,
        false => at,
    }
}
