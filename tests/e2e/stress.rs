//! Clients in error, texts of any size and kind, folders that come and go: the server answers as the protocol says, and
//! lives on.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{CONTENT_MODIFIED, Client, INTERNAL_ERROR, OF_PLACE, command, position, spawn};
use crate::workspace::Workspace;

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const NOT_INITIALIZED: i64 = -32002;

/// Far above what a busy machine needs.
const PATIENCE: Duration = Duration::from_secs(60);

const CLASS: &str = "class m($a = 1) {\n  $b = \"${a} 🐘 é\"\n  file { '/x': content => $b }\n}\n";

/// What takes a document, and possibly a range in it.
const OF_DOCUMENT: [&str; 14] = [
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/documentLink",
    "textDocument/codeLens",
    "textDocument/diagnostic",
    "textDocument/codeAction",
    "textDocument/inlayHint",
    "puppetAnalyzer/syntaxTree",
    "puppetAnalyzer/resourceGraph",
    "puppetAnalyzer/inferredType",
];

fn pulling(workspace: &Workspace) -> Client {
    Client::with_capabilities(workspace, json!({ "textDocument": { "diagnostic": {} } }))
}

/// Asks everything about a place. Errors must be about the place.
fn ask_everything(client: &mut Client, uri: &str, start: (u32, u32), end: (u32, u32)) {
    let (start, end) = (position(start), position(end));
    let params = |method: &str| {
        let mut params = json!({
            "textDocument": { "uri": uri },
            "position": start,
            "range": { "start": start, "end": end },
        });
        match method {
            "textDocument/formatting" | "textDocument/rangeFormatting" => {
                params["options"] = json!({ "tabSize": 4, "insertSpaces": false });
            }
            "textDocument/references" => params["context"] = json!({ "includeDeclaration": true }),
            "textDocument/codeAction" => params["context"] = json!({ "diagnostics": [] }),
            _ => {}
        }
        params
    };
    let mut asked: Vec<(&str, i64)> = OF_PLACE
        .into_iter()
        .chain(OF_DOCUMENT)
        .map(|method| (method, client.request(method, params(method))))
        .collect();
    let mut rename = params("");
    rename["newName"] = json!("other");
    asked.push(("rename", client.request("textDocument/rename", rename)));
    let positions = json!({ "textDocument": { "uri": uri }, "positions": [start, end] });
    asked.push((
        "selectionRange",
        client.request("textDocument/selectionRange", positions),
    ));
    for (method, id) in asked {
        if let Err(error) = client.answer(id) {
            assert_eq!(error.code, INVALID_PARAMS, "{method}: {error:?}");
        }
    }
}

fn is_alive(client: &mut Client) {
    let short = client.request("puppetAnalyzer/test/slowRead", json!({ "milliseconds": 1 }));
    assert_eq!(client.answer(short), Ok(json!(1)));
}

/// What is no message is refused with an answer, and the session continues with the next one.
#[test]
fn what_is_no_message_is_refused() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    for (body, code) in [
        ("{", PARSE_ERROR),
        ("\u{0}\u{1}", PARSE_ERROR),
        ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\":", PARSE_ERROR),
        ("[]", INVALID_REQUEST),
        ("{}", INVALID_REQUEST),
        (
            "{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"x\"}",
            INVALID_REQUEST,
        ),
        (
            "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": 2}",
            INVALID_REQUEST,
        ),
    ] {
        client.write_raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        assert_eq!(client.refusal()["error"]["code"], code, "{body}");
        is_alive(&mut client);
    }
}

#[test]
fn the_session_continues_after_a_broken_header() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    for broken in ["X-Other: 1\r\n\r\n{}", "Content-Length: -5\r\n\r\n{}"] {
        client.write_raw(broken.as_bytes());
        assert_eq!(client.refusal()["error"]["code"], PARSE_ERROR);
        is_alive(&mut client);
    }
    let deep = format!("{{\"params\":{}", "[".repeat(100_000));
    let deep = format!("Content-Length: {}\r\n\r\n{deep}", deep.len());
    client.write_raw(deep.as_bytes());
    assert_eq!(client.refusal()["error"]["code"], PARSE_ERROR);
    is_alive(&mut client);
}

#[test]
fn other_headers_are_no_accident() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let body = json!({ "jsonrpc": "2.0", "method": "$/setTrace", "params": { "value": "off" } });
    let body = body.to_string();
    let kind = "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n";
    for header in [kind, "X-Other: 1\r\n"] {
        let message = format!("{header}Content-Length: {}\r\n\r\n{body}", body.len());
        client.write_raw(message.as_bytes());
        is_alive(&mut client);
    }
}

#[test]
fn unknown_methods_and_wrong_parameters_are_refused() {
    let workspace = Workspace::new(&[("m/manifests/init.pp", CLASS)]);
    let mut client = pulling(&workspace);
    let uri = workspace.uri("m/manifests/init.pp");
    for (method, params, code) in [
        ("textDocument/nothing", json!({}), METHOD_NOT_FOUND),
        ("$/nothing", json!({}), METHOD_NOT_FOUND),
        ("", json!({}), METHOD_NOT_FOUND),
        ("textDocument/hover", json!({}), INVALID_PARAMS),
        ("textDocument/hover", json!([1, 2]), INVALID_PARAMS),
        (
            "textDocument/hover",
            json!({ "textDocument": { "uri": "no URI" }, "position": position((0, 0)) }),
            INVALID_PARAMS,
        ),
        (
            "textDocument/hover",
            json!({ "textDocument": { "uri": uri }, "position": { "line": -1, "character": 0 } }),
            INVALID_PARAMS,
        ),
        (
            "textDocument/hover",
            json!({ "textDocument": { "uri": uri }, "position": { "line": 1e10, "character": 0 } }),
            INVALID_PARAMS,
        ),
        ("initialize", json!({ "capabilities": {} }), INVALID_REQUEST),
        (
            "completionItem/resolve",
            json!({ "label": "x", "data": "?" }),
            INVALID_PARAMS,
        ),
        (
            "completionItem/resolve",
            json!({ "label": "x", "data": [99, 99] }),
            INVALID_PARAMS,
        ),
        (
            "codeLens/resolve",
            json!({ "range": { "start": position((0, 0)), "end": position((0, 0)) } }),
            INVALID_PARAMS,
        ),
    ] {
        let id = client.request(method, params.clone());
        let error = client.answer(id).expect_err(method);
        assert_eq!(error.code, code, "{method} {params}: {error:?}");
    }
    for (method, params) in [
        ("textDocument/nothing", json!({})),
        ("$/nothing", json!(null)),
        ("textDocument/didChange", json!({ "textDocument": {} })),
        ("textDocument/didOpen", json!(17)),
        (
            "textDocument/didClose",
            json!({ "textDocument": { "uri": uri } }),
        ),
        ("$/cancelRequest", json!({ "id": 4711 })),
        ("$/cancelRequest", json!({ "id": "none" })),
        ("workspace/didChangeConfiguration", json!({ "settings": 3 })),
        (
            "workspace/didChangeWatchedFiles",
            json!({ "changes": [{ "uri": "untitled:x", "type": 1 }] }),
        ),
    ] {
        client.notify(method, params);
    }
    is_alive(&mut client);
    client.notified("window/showMessage");
    // A file came.
    client.wait_until_loaded();
}

#[test]
fn before_the_beginning_and_after_the_end_requests_are_refused() {
    let mut client = Client::without_handshake(spawn());
    let uri = "file:///m/manifests/init.pp";
    let hover = json!({ "textDocument": { "uri": uri }, "position": position((0, 0)) });
    client.open(uri, CLASS);
    for method in ["textDocument/hover", "shutdown"] {
        let id = client.request(method, hover.clone());
        let error = client.answer(id).expect_err(method);
        assert_eq!(error.code, NOT_INITIALIZED, "{method}: {error:?}");
    }
    client.ask("initialize", json!({ "capabilities": {} }));
    client.notify("initialized", json!({}));
    client.ask("shutdown", Value::Null);
    for method in ["textDocument/hover", "shutdown", "initialize"] {
        let id = client.request(method, hover.clone());
        let error = client.answer(id).expect_err(method);
        assert_eq!(error.code, INVALID_REQUEST, "{method}: {error:?}");
    }
    client.open(uri, CLASS);
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn places_outside_of_a_document_are_no_accident() {
    let workspace = Workspace::new(&[("m/manifests/init.pp", CLASS)]);
    let mut client = pulling(&workspace);
    let uri = workspace.uri("m/manifests/init.pp");
    let max = u32::MAX;
    let places = [
        ((0, 0), (0, 0)),
        ((0, 999), (1, 999)),
        ((3, 0), (1, 0)),
        ((1, 13), (1, 12)),
        ((99, 0), (99, 9)),
        ((0, max), (max, max)),
        ((max, max), (0, 0)),
    ];
    for opened in [false, true] {
        if opened {
            client.open(&uri, CLASS);
        }
        for (start, end) in places {
            ask_everything(&mut client, &uri, start, end);
        }
    }
    for (version, (start, end)) in (2..).zip(places) {
        client.edit(&uri, version, start, end, "x");
    }
    ask_everything(&mut client, &uri, (0, 0), (1, 0));
    is_alive(&mut client);
}

#[test]
fn a_place_that_an_edit_takes_away_is_no_error_of_the_client() {
    let workspace = Workspace::new(&[("m/manifests/init.pp", CLASS)]);
    let mut client = pulling(&workspace);
    let uri = workspace.uri("m/manifests/init.pp");
    client.open(&uri, CLASS);
    let at = json!({ "textDocument": { "uri": uri }, "position": position((4, 0)) });
    for version in (2..60).step_by(2) {
        let methods = ["hover", "completion", "signatureHelp", "documentHighlight"];
        let asked = methods.map(|it| client.request(&format!("textDocument/{it}"), at.clone()));
        client.edit(&uri, version, (3, 1), (4, 0), "");
        for id in asked {
            if let Err(error) = client.answer(id) {
                assert_eq!(error.code, CONTENT_MODIFIED, "{error:?}");
            }
        }
        client.edit(&uri, version + 1, (3, 1), (3, 1), "\n");
    }
}

#[test]
fn any_text_can_be_opened() {
    let workspace = Workspace::new(&[("m/manifests/init.pp", CLASS)]);
    let mut client = pulling(&workspace);
    let uri = workspace.uri("m/manifests/big.pp");
    let nested = |open: &str, close: &str| open.repeat(20_000) + &close.repeat(20_000);
    let long_line = format!("$x = '{}'\n", "ä🐘".repeat(500_000));
    let many_lines = "$x = 1\n".repeat(20_000);
    for text in [
        "\u{0}\u{1}\u{2}".repeat(1000),
        "\u{feff}class m::big {}\r\r\n\u{2028}".to_owned(),
        nested("[", "]"),
        nested("if true { ", "}"),
        nested("class a { ", "}"),
        nested("\"${", "}\""),
        nested("Array[", "]"),
        "$a = $b ? { 1 => ".repeat(5_000),
        "@(X)\n".repeat(5_000),
        long_line,
        many_lines,
    ] {
        client.open(&uri, &text);
        ask_everything(&mut client, &uri, (0, 3), (1, 0));
        let params = json!({ "textDocument": { "uri": uri } });
        client.notify("textDocument/didClose", params);
    }
    is_alive(&mut client);
}

#[test]
fn a_document_of_ten_megabytes_can_be_opened_and_edited() {
    let workspace = Workspace::new(&[("m/manifests/init.pp", CLASS)]);
    let mut client = pulling(&workspace);
    let uri = workspace.uri("m/manifests/big.pp");
    let text = "# a comment that is as long as they often are, and nothing else in the file\n";
    client.open(&uri, &text.repeat(10_000_000 / text.len()));
    for version in 2..6 {
        client.edit(&uri, version, (70_000, 0), (70_000, 1), "$");
        let params = json!({ "textDocument": { "uri": uri } });
        let report = client.ask("textDocument/diagnostic", params);
        assert!(report["items"].is_array());
    }
    is_alive(&mut client);
}

/// Kilobytes of memory that a process has.
fn memory(client: &Client) -> u64 {
    crate::memory::memory(client.pid(), "VmRSS:").unwrap_or_default()
}

#[test]
fn thousands_of_edits_without_a_pause_cost_no_memory_and_few_diagnoses() {
    const EDITS: i32 = 3000;
    let workspace = Workspace::new(&[("m/manifests/init.pp", CLASS)]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("m/manifests/init.pp");
    client.open(&uri, CLASS);
    client.diagnostics(&uri, 1);
    let mut version = 1;
    let mut type_quickly = |client: &mut Client| {
        for _ in 0..EDITS {
            version += 2;
            client.edit(
                &uri,
                version,
                (1, 2),
                (1, 3),
                if version % 4 == 1 { "$" } else { "(" },
            );
        }
        version
    };
    let last = type_quickly(&mut client);
    client.diagnostics(&uri, last);
    let before = memory(&client);
    let last = type_quickly(&mut client);
    client.diagnostics(&uri, last);
    let after = memory(&client);
    assert!(
        after <= before + 50_000,
        "{before} kB before, {after} kB after {EDITS} edits"
    );
    let pushed = client.unasked().len();
    assert!(pushed < 2 * EDITS as usize, "{pushed} for {EDITS} edits");
}

#[test]
fn folders_come_and_go() {
    let workspace = Workspace::new(&[
        ("one/environment.conf", "modulepath = modules\n"),
        ("one/modules/a/manifests/init.pp", "class a {}\n"),
        ("two/environment.conf", "modulepath = modules\n"),
        ("two/modules/b/manifests/init.pp", "class b {}\n"),
    ]);
    let mut client = Client::start_in(&workspace.root().join("one"));
    let names = |client: &mut Client| -> Vec<String> {
        let found = client.ask("workspace/symbol", json!({ "query": "" }));
        let found = found.as_array().into_iter().flatten();
        found
            .filter_map(|symbol| symbol["name"].as_str().map(str::to_owned))
            .collect()
    };
    assert_eq!(names(&mut client), ["a"]);
    let folder = |name: &str| json!({ "uri": workspace.uri(name), "name": name });
    let (one, two) = (folder("one"), folder("two"));
    for (added, removed, expected) in [
        (json!([two]), json!([]), &["a", "b"][..]),
        (json!([]), json!([one]), &["b"]),
        (json!([one]), json!([two]), &["a"]),
        (json!([]), json!([one]), &[]),
        (json!([one, two]), json!([]), &["a", "b"]),
    ] {
        let event = json!({ "event": { "added": added, "removed": removed } });
        client.notify("workspace/didChangeWorkspaceFolders", event);
        client.wait_until_loaded();
        assert_eq!(names(&mut client), expected);
    }
}

#[test]
fn documents_outside_of_the_folders_count_while_they_are_open() {
    let workspace = Workspace::new(&[
        ("one/environment.conf", "modulepath = modules\n"),
        ("one/modules/a/manifests/init.pp", "class a {}\n"),
        ("two/manifests/init.pp", "class two {}\n"),
        ("two/manifests/more.pp", "class two::more {}\n"),
    ]);
    let mut client = Client::start_in(&workspace.root().join("one"));
    let count = |client: &mut Client| {
        let found = client.ask("workspace/symbol", json!({ "query": "two" }));
        found.as_array().map_or(0, Vec::len)
    };
    let uri = workspace.uri("two/manifests/init.pp");
    for _ in 0..2 {
        client.open(&uri, "class two {}\n");
        client.wait_until_loaded();
        assert_eq!(count(&mut client), 2);
        let params = json!({ "textDocument": { "uri": uri } });
        client.notify("textDocument/didClose", params);
        client.wait_until_loaded();
        assert_eq!(count(&mut client), 0);
    }
    let _ = client.unasked();
    client.ask("shutdown", Value::Null);
    assert_eq!(client.exit(), Some(0));
    client.forget_unread();
}

#[test]
fn settings_that_are_wrong_are_named_and_the_old_ones_stay() {
    let workspace = Workspace::new(&[("m/manifests/init.pp", "class m { $x = [ }\n")]);
    let mut client = pulling(&workspace);
    let uri = workspace.uri("m/manifests/init.pp");
    let count = |client: &mut Client, settings: Value| {
        client.notify(
            "workspace/didChangeConfiguration",
            json!({ "settings": settings }),
        );
        let params = json!({ "textDocument": { "uri": uri } });
        let report = client.ask("textDocument/diagnostic", params);
        report["items"].as_array().map_or(0, Vec::len)
    };
    let before = count(&mut client, Value::Null);
    assert_ne!(before, 0);
    assert_eq!(
        count(&mut client, json!({ "diagnostics": { "enable": false } })),
        0
    );
    for wrong in [
        json!(7),
        json!({ "diagnostics": 7 }),
        json!({ "diagnostics": { "enable": "x" } }),
    ] {
        assert_eq!(count(&mut client, wrong), 0);
        client.notified("window/showMessage");
    }
    assert_eq!(
        count(&mut client, json!({ "diagnostics": { "enable": true } })),
        before
    );
    let _ = client.unasked();
}

/// A log that cannot be written, as on a full disk, is no reason to stop.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_no_server() {
    let workspace = Workspace::new(&[("m/manifests/init.pp", CLASS)]);
    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let child = command()
        .env("PUPPET_ANALYZER_LOG", "trace")
        .stderr(Stdio::from(full.expect("/dev/full")))
        .spawn()
        .expect("the server starts");
    let mut client = Client::without_handshake(child);
    let folder = json!([{ "uri": workspace.uri(""), "name": "test" }]);
    let params = json!({ "capabilities": {}, "workspaceFolders": folder });
    client.ask("initialize", params);
    client.notify("initialized", json!({}));
    let uri = workspace.uri("m/manifests/init.pp");
    client.open(&uri, CLASS);
    client.edit(&uri, 2, (0, 0), (0, 0), "$");
    client.edit("file:///nowhere.pp", 2, (0, 0), (0, 0), "$");
    let read = client.request(
        "puppetAnalyzer/test/panic",
        json!({ "message": "on purpose" }),
    );
    assert_eq!(
        client.answer(read).expect_err("a panic").code,
        INTERNAL_ERROR
    );
    is_alive(&mut client);
    client.drain_diagnostics(&uri);
}

/// A client whose pipe is full of nothing: what we write goes nowhere.
#[cfg(target_os = "linux")]
#[test]
fn a_client_that_cannot_be_written_to_ends_the_process() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let mut child = command()
        .stdout(Stdio::from(full.expect("/dev/full")))
        .spawn()
        .expect("the server starts");
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } });
    let body = body.to_string();
    let mut stdin = child.stdin.take().expect("a pipe");
    write!(stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("the server reads");
    let end = Instant::now() + PATIENCE;
    while child.try_wait().expect("a child").is_none() {
        assert!(Instant::now() < end, "the server does not end");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn opening_twice_and_closing_twice_is_no_accident() {
    let workspace = Workspace::new(&[("m/manifests/init.pp", CLASS)]);
    let mut client = pulling(&workspace);
    let uri = workspace.uri("m/manifests/init.pp");
    let text =
        |client: &mut Client| client.ask("puppetAnalyzer/test/documentText", json!({ "uri": uri }));
    client.open(&uri, "$a = 1\n");
    client.open(&uri, "$b = 1\n");
    assert_eq!(text(&mut client), "$b = 1\n");
    // Versions that go back are those of a client in error; its texts count all the same.
    client.edit(&uri, 1, (0, 1), (0, 2), "c");
    client.edit(&uri, i32::MAX, (0, 1), (0, 2), "d");
    client.edit(&uri, -5, (0, 5), (0, 6), "2");
    assert_eq!(text(&mut client), "$d = 2\n");
    for _ in 0..2 {
        let params = json!({ "textDocument": { "uri": uri } });
        client.notify("textDocument/didClose", params);
    }
    let end = Instant::now() + PATIENCE;
    while text(&mut client) != CLASS {
        assert!(Instant::now() < end, "the disk does not count again");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_server_uses_no_huge_pages() {
    let workspace = Workspace::new(&[("manifests/init.pp", "class a {}\n")]);
    let client = Client::start(&workspace);
    // Systems without them do not say anything.
    assert_ne!(crate::memory::memory(client.pid(), "THP_enabled:"), Some(1));
}
