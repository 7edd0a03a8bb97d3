//! An editor for tests: starts the server, speaks the protocol, and insists on having read every message.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use puppet_ide::DocumentedKind;
use serde_json::{Value, json};

use crate::workspace::Workspace;

/// No answer may take longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Client {
    pub(crate) child: Child,
    stdin: Option<ChildStdin>,
    inbox: Receiver<Value>,
    /// Read from the server, not yet asked for by the test.
    unread: VecDeque<Value>,
    next_id: i64,
    /// What was asked and is not answered yet.
    asked: BTreeMap<i64, String>,
    /// The test ends the session itself.
    ended: bool,
}

/// An error answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) code: i64,
    pub(crate) message: String,
}

/// The requests that take a place in a document, and nothing else.
pub const OF_PLACE: [&str; 12] = [
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/declaration",
    "textDocument/typeDefinition",
    "textDocument/implementation",
    "textDocument/documentHighlight",
    "textDocument/references",
    "textDocument/signatureHelp",
    "textDocument/completion",
    "textDocument/prepareRename",
    "textDocument/prepareCallHierarchy",
    "textDocument/prepareTypeHierarchy",
];

pub(crate) const CONTENT_MODIFIED: i64 = -32801;
pub(crate) const REQUEST_CANCELLED: i64 = -32800;
pub(crate) const INTERNAL_ERROR: i64 = -32603;

/// How the process is started: the binary of this build, or the one that the variable `PUPPET_ANALYZER` names.
pub(crate) fn command() -> Command {
    let ours = env!("CARGO_BIN_EXE_puppet-analyzer");
    let binary = std::env::var_os("PUPPET_ANALYZER").unwrap_or_else(|| ours.into());
    let mut command = Command::new(binary);
    command
        .args(["server", "--test-requests"])
        .env(
            "XDG_CACHE_HOME",
            std::env::temp_dir().join("puppet-analyzer-test-caches"),
        )
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

/// The process alone, before any message.
pub(crate) fn spawn() -> Child {
    command().spawn().expect("the server starts")
}

/// Writes one message.
pub(crate) fn write(stdin: &mut ChildStdin, message: &Value) {
    let body = message.to_string();
    write!(stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("the server reads");
}

/// Reads one message; `None` at the end.
pub(crate) fn read(stdout: &mut BufReader<ChildStdout>) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stdout.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().ok()?
            }
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    stdout.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

impl Client {
    /// Starts a session in a workspace, and waits until its files are read.
    pub(crate) fn start(workspace: &Workspace) -> Self {
        Self::start_in(workspace.root())
    }

    /// The same, with capabilities of the client (`textDocument`, `workspace`, `general`).
    pub(crate) fn with_capabilities(workspace: &Workspace, capabilities: Value) -> Self {
        Self::handshake(&workspace.uri(""), capabilities)
    }

    /// The same in any folder.
    pub(crate) fn start_in(folder: &Path) -> Self {
        Self::handshake(&format!("file://{}", folder.display()), json!({}))
    }

    fn handshake(folder: &str, capabilities: Value) -> Self {
        Self::timed(folder, capabilities).0
    }

    /// A session whose files are read, and when it was told to read them.
    pub(crate) fn timed(folder: &str, capabilities: Value) -> (Self, Instant) {
        Self::with_options(folder, capabilities, Value::Null)
    }

    /// The same with settings from the start.
    pub(crate) fn with_options(
        folder: &str,
        capabilities: Value,
        settings: Value,
    ) -> (Self, Instant) {
        let (mut client, start) = Self::impatient(folder, capabilities, settings);
        client.wait_until_loaded();
        (client, start)
    }

    /// A session that does not wait until its files are read, and when it was told to read them.
    pub(crate) fn impatient(folder: &str, capabilities: Value, settings: Value) -> (Self, Instant) {
        let mut client = Self::initialize(folder, capabilities, settings);
        let start = Instant::now();
        client.notify("initialized", json!({}));
        (client, start)
    }

    fn initialize(folder: &str, capabilities: Value, settings: Value) -> Self {
        Self::initialize_on(spawn(), folder, capabilities, settings)
    }

    /// A session whose files are read, of a process that was started for it.
    pub(crate) fn new(child: Child, folder: &str, capabilities: Value, settings: Value) -> Self {
        let mut client = Self::initialize_on(child, folder, capabilities, settings);
        client.notify("initialized", json!({}));
        client.wait_until_loaded();
        client
    }

    fn initialize_on(child: Child, folder: &str, mut capabilities: Value, settings: Value) -> Self {
        capabilities["window"] = json!({ "workDoneProgress": true });
        let mut client = Self::without_handshake(child);
        let params = json!({
            "processId": std::process::id(),
            "capabilities": capabilities,
            "initializationOptions": settings,
            "workspaceFolders": [{ "uri": folder, "name": "test" }],
        });
        client.ask("initialize", params);
        client
    }

    /// A session without a handshake.
    pub(crate) fn without_handshake(mut child: Child) -> Self {
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, inbox) = mpsc::channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let stdin = child.stdin.take();
        Self {
            child,
            stdin,
            inbox,
            unread: VecDeque::new(),
            next_id: 0,
            asked: BTreeMap::new(),
            ended: false,
        }
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        write(self.stdin.as_mut().expect("an open session"), &message);
    }

    /// Writes bytes that need not be a message.
    pub(crate) fn write_raw(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("an open session");
        stdin.write_all(bytes).expect("the server reads");
        stdin.flush().expect("the server reads");
    }

    /// Waits for an error answer to something that was no request.
    pub(crate) fn refusal(&mut self) -> Value {
        self.next(|message| message["error"].is_object())
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "method": method, "params": params }));
    }

    /// Sends a request; returns its id.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        let mut message = json!({ "id": id, "method": method });
        if !params.is_null() {
            message["params"] = params;
        }
        self.asked.insert(id, message.to_string());
        self.send(message);
        id
    }

    /// Waits for the answer of a request.
    pub(crate) fn answer(&mut self, id: i64) -> Result<Value, Refused> {
        let mut message =
            self.next(|message| message["id"] == id && message.get("method").is_none());
        self.asked.remove(&id);
        match message.get("error") {
            None => Ok(message["result"].take()),
            Some(error) => Err(Refused {
                code: error["code"].as_i64().unwrap_or_default(),
                message: error["message"].as_str().unwrap_or_default().to_owned(),
            }),
        }
    }

    /// Sends a request and waits for its answer, which must be no error.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
            .unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    /// Waits for a notification; returns its parameters.
    pub(crate) fn notified(&mut self, method: &str) -> Value {
        self.next(|message| message["method"] == method && message.get("id").is_none())["params"]
            .take()
    }

    /// Waits for a request of the server, answers it, and returns its parameters.
    pub(crate) fn requested(&mut self, method: &str, result: Value) -> Value {
        let mut message =
            self.next(|message| message["method"] == method && message.get("id").is_some());
        self.send(json!({ "id": message["id"], "result": result }));
        message["params"].take()
    }

    /// What the server said so far that is no answer.
    pub(crate) fn unasked(&mut self) -> Vec<Value> {
        self.unread.extend(self.inbox.try_iter());
        let (unasked, answers) = self
            .unread
            .drain(..)
            .partition(|message| message.get("method").is_some());
        self.unread = answers;
        Vec::from(unasked)
    }

    /// Answers a request of the server.
    pub(crate) fn reply(&mut self, id: &Value, result: Value) {
        self.send(json!({ "id": id, "result": result }));
    }

    pub(crate) fn wait_until_loaded(&mut self) {
        self.requested("window/workDoneProgress/create", Value::Null);
        assert_eq!(self.notified("$/progress")["value"]["kind"], "begin");
        let mut kind = json!("report");
        while kind == "report" {
            kind = self.notified("$/progress")["value"]["kind"].take();
        }
        assert_eq!(kind, "end");
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "puppet", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a range; positions are line and column.
    pub(crate) fn edit(
        &mut self,
        uri: &str,
        version: i32,
        from: (u32, u32),
        to: (u32, u32),
        text: &str,
    ) {
        let change =
            json!({ "range": { "start": position(from), "end": position(to) }, "text": text });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [change] }),
        );
    }

    /// Waits for the diagnostics of a version of a document.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i32) -> Value {
        let mut message = self.next(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && message["params"]["version"] == version
        });
        message["params"]["diagnostics"].take()
    }

    /// The server's process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends the session and gives the diagnostics of a document that were sent last; other messages are no matter.
    pub(crate) fn last_diagnostics(&mut self, uri: &str) -> Value {
        // Documents that were not edited wait for a pause.
        let end = Instant::now() + Duration::from_secs(2);
        while let Ok(message) = self
            .inbox
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            self.unread.push_back(message);
        }
        self.ask("shutdown", Value::Null);
        assert_eq!(self.exit(), Some(0));
        self.unread.extend(self.inbox.iter());
        let mut last = Value::Null;
        for mut message in self.unread.drain(..) {
            let params = &mut message["params"];
            if params["uri"] == uri && params["diagnostics"].is_array() {
                last = params["diagnostics"].take();
            }
        }
        last
    }

    /// Whatever the server said before its end is no matter.
    pub(crate) fn forget_unread(&mut self) {
        self.unread.clear();
        self.inbox.iter().for_each(drop);
    }

    /// Forgets diagnostics of a document that were sent on the way to its latest version.
    pub(crate) fn drain_diagnostics(&mut self, uri: &str) {
        self.ask("shutdown", Value::Null);
        assert_eq!(self.exit(), Some(0));
        self.unread.extend(self.inbox.iter());
        self.unread.retain(|message| {
            message["method"] != "textDocument/publishDiagnostics"
                || message["params"]["uri"] != uri
        });
    }

    /// The next message that fits; others wait.
    fn next(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.unread.iter().position(&fits) {
            return self.unread.remove(index).expect("just found");
        }
        let end = Instant::now() + PATIENCE;
        loop {
            match self
                .inbox
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(message) if fits(&message) => return message,
                Ok(message) => self.unread.push_back(message),
                Err(RecvTimeoutError::Timeout) => {
                    panic!(
                        "no such message; asked: {:#?}, unread: {:#?}",
                        self.asked, self.unread
                    )
                }
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the server is gone; unread: {:#?}", self.unread)
                }
            }
        }
    }

    /// Sends `exit`, keeps stdin open, and returns the exit status.
    pub(crate) fn exit(&mut self) -> Option<i32> {
        self.ended = true;
        self.send(json!({ "method": "exit" }));
        self.status()
    }

    /// Closes stdin and returns the exit status.
    pub(crate) fn hang_up(&mut self) -> Option<i32> {
        self.ended = true;
        self.stdin = None;
        self.status()
    }

    /// Waits for the end of the process.
    pub(crate) fn status(&mut self) -> Option<i32> {
        self.ended = true;
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the server does not end");
    }
}

/// The kind in the number that a completion item has for its documentation. The rest is the file: each run of a test has another
/// folder.
pub(crate) fn documented_kind(number: &Value) -> Value {
    let kinds = DocumentedKind::ALL.len() as u64;
    json!(number.as_u64().map(|it| it % kinds))
}

pub(crate) fn position((line, character): (u32, u32)) -> Value {
    json!({ "line": line, "character": character })
}

impl Drop for Client {
    /// Ends the session in good order and checks that nothing was said that the test did not expect.
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.child.kill();
            let _ = self.child.wait();
            return;
        }
        if !self.ended {
            self.ask("shutdown", Value::Null);
            assert_eq!(self.exit(), Some(0));
        }
        let unread: Vec<_> = self.unread.drain(..).chain(self.inbox.iter()).collect();
        assert!(unread.is_empty(), "unread messages: {unread:#?}");
    }
}
