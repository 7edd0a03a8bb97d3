//! The promises of the transport: order, promptness, and a clean end, whatever client or handler do.

use std::io::BufReader;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{
    CONTENT_MODIFIED, Client, INTERNAL_ERROR, REQUEST_CANCELLED, read, spawn, write,
};
use crate::workspace::Workspace;

/// Far below the length of a slow read, far above what a busy machine needs.
const PROMPT: Duration = Duration::from_secs(4);
const SLOW: u64 = 20_000;

fn document_text(client: &mut Client, uri: &str) -> i64 {
    client.request("puppetAnalyzer/test/documentText", json!({ "uri": uri }))
}

fn slow_read(client: &mut Client) -> i64 {
    client.request(
        "puppetAnalyzer/test/slowRead",
        json!({ "milliseconds": SLOW }),
    )
}

#[test]
fn edits_and_reads_happen_in_the_order_of_the_wire() {
    let workspace = Workspace::new(&[]);
    let uri = workspace.uri("order.pp");
    let mut client = Client::start(&workspace);
    client.open(&uri, "# ");
    let mut expected = String::from("# ");
    let mut reads = Vec::new();
    for version in 2..=1500 {
        let digit = (version % 10).to_string();
        client.edit(&uri, version, (0, u32::MAX), (0, u32::MAX), &digit);
        expected.push_str(&digit);
        if version % 7 == 0 {
            reads.push((document_text(&mut client, &uri), expected.clone()));
        }
    }
    let last = document_text(&mut client, &uri);
    for (id, text) in reads {
        match client.answer(id) {
            // A read sees exactly the edits that came before it ...
            Ok(answer) => assert_eq!(answer, text),
            // ... or says that it came too late.
            Err(error) => assert_eq!(error.code, CONTENT_MODIFIED),
        }
    }
    assert_eq!(client.answer(last), Ok(json!(expected)));
    client.drain_diagnostics(&uri);
}

#[test]
fn an_edit_gets_through_eight_slow_reads() {
    let workspace = Workspace::new(&[]);
    let uri = workspace.uri("slow.pp");
    let mut client = Client::start(&workspace);
    client.open(&uri, "");
    client.diagnostics(&uri, 1);
    let reads: Vec<_> = (0..8).map(|_| slow_read(&mut client)).collect();
    thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    client.edit(&uri, 2, (0, 0), (0, 0), "# x");
    let text = document_text(&mut client, &uri);
    assert_eq!(client.answer(text), Ok(json!("# x")));
    for read in reads {
        assert_eq!(
            client.answer(read).expect_err("an old question").code,
            CONTENT_MODIFIED
        );
    }
    assert!(start.elapsed() < PROMPT, "{:?}", start.elapsed());
    client.drain_diagnostics(&uri);
}

#[test]
fn diagnostics_do_not_wait_for_slow_answers() {
    let workspace = Workspace::new(&[]);
    let uri = workspace.uri("slow.pp");
    let mut client = Client::start(&workspace);
    client.open(&uri, "");
    client.diagnostics(&uri, 1);
    let start = Instant::now();
    client.edit(&uri, 2, (0, 0), (0, 0), "# x");
    let read = slow_read(&mut client);
    client.diagnostics(&uri, 2);
    assert!(start.elapsed() < PROMPT, "{:?}", start.elapsed());
    client.notify("$/cancelRequest", json!({ "id": read }));
    let refused = client.answer(read).expect_err("a cancelled request");
    assert_eq!(refused.code, REQUEST_CANCELLED);
    client.drain_diagnostics(&uri);
}

#[test]
fn a_cancelled_request_is_answered_and_frees_its_worker() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let start = Instant::now();
    // More than there are workers: if one stayed busy, the rest would wait.
    for _ in 0..16 {
        let read = slow_read(&mut client);
        thread::sleep(Duration::from_millis(10));
        client.notify("$/cancelRequest", json!({ "id": read }));
        assert_eq!(
            client.answer(read).expect_err("a cancelled request").code,
            REQUEST_CANCELLED
        );
    }
    let short = client.request("puppetAnalyzer/test/slowRead", json!({ "milliseconds": 1 }));
    assert_eq!(client.answer(short), Ok(json!(1)));
    assert!(start.elapsed() < PROMPT, "{:?}", start.elapsed());
}

#[test]
fn exit_ends_the_process_while_stdin_is_open() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    client.ask("shutdown", Value::Null);
    let start = Instant::now();
    assert_eq!(client.exit(), Some(0));
    assert!(start.elapsed() < PROMPT, "{:?}", start.elapsed());
}

/// Scripts write all of a session at once. Parameters that are `null` are none.
#[test]
fn what_was_asked_before_exit_is_answered() {
    for has_shutdown in [true, false] {
        ask_before_exit(has_shutdown);
    }
}

fn ask_before_exit(has_shutdown: bool) {
    let mut server = spawn();
    let mut stdin = server.stdin.take().expect("stdin");
    for message in [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "workspace/symbol", "params": { "query": "a" } }),
        json!({ "jsonrpc": "2.0", "id": 3, "method": "shutdown", "params": null }),
        json!({ "jsonrpc": "2.0", "method": "exit" }),
    ] {
        if has_shutdown || message["method"] != "shutdown" {
            write(&mut stdin, &message);
        }
    }
    let output = server.wait_with_output().expect("the server ends");
    assert_eq!(output.status.code(), Some(i32::from(!has_shutdown)));
    let answers = String::from_utf8(output.stdout).expect("text");
    for id in 1..=2 + i32::from(has_shutdown) {
        assert!(answers.contains(&format!("\"id\":{id}}}")), "{answers}");
    }
    assert!(!answers.contains("\"error\""), "{answers}");
    drop(stdin);
}

#[test]
fn exit_without_shutdown_is_status_1() {
    let workspace = Workspace::new(&[]);
    assert_eq!(Client::start(&workspace).exit(), Some(1));
}

#[test]
fn a_closed_stdin_ends_the_process() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    slow_read(&mut client);
    let start = Instant::now();
    assert_eq!(client.hang_up(), Some(1));
    assert!(start.elapsed() < PROMPT, "{:?}", start.elapsed());
}

#[test]
fn a_client_that_is_gone_ends_the_process() {
    let mut gone = std::process::Command::new("true")
        .spawn()
        .expect("a process");
    gone.wait().expect("its end");
    let mut client = Client::without_handshake(spawn());
    let params = json!({ "processId": gone.id(), "capabilities": {} });
    client.request("initialize", params);
    assert_eq!(client.status(), Some(1));
    client.forget_unread();
}

#[test]
fn a_client_that_does_not_read_blocks_nothing() {
    const COUNT: i64 = 20_000;
    let mut child = spawn();
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let message = |id: i64, method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
    write(
        &mut stdin,
        &message(0, "initialize", json!({ "capabilities": {} })),
    );
    assert_eq!(read(&mut stdout).expect("an answer")["id"], 0);
    let (sender, written) = mpsc::channel();
    let writer = thread::spawn(move || {
        for id in 1..=COUNT {
            write(
                &mut stdin,
                &message(
                    id,
                    "puppetAnalyzer/test/documentText",
                    json!({ "uri": "file:///x.pp" }),
                ),
            );
        }
        let _ = sender.send(());
        stdin
    });
    let accepted = written.recv_timeout(Duration::from_secs(60));
    if accepted.is_err() {
        let _ = child.kill();
    }
    assert!(accepted.is_ok(), "the server stopped reading");
    let mut answered: Vec<_> = (0..COUNT)
        .map(|_| {
            read(&mut stdout).expect("an answer")["id"]
                .as_i64()
                .expect("an id")
        })
        .collect();
    answered.sort_unstable();
    assert_eq!(answered, (1..=COUNT).collect::<Vec<_>>());
    drop(writer.join().expect("the writer"));
    assert_eq!(child.wait().expect("its end").code(), Some(1));
}

#[test]
fn a_panic_answers_one_request_and_the_server_lives() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    for _ in 0..12 {
        let read = client.request(
            "puppetAnalyzer/test/panic",
            json!({ "message": "on purpose" }),
        );
        let error = client.answer(read).expect_err("a panic");
        assert_eq!(error.code, INTERNAL_ERROR);
        assert!(error.message.contains("on purpose"), "{error:?}");
    }
    let short = client.request("puppetAnalyzer/test/slowRead", json!({ "milliseconds": 1 }));
    assert_eq!(client.answer(short), Ok(json!(1)));
}

#[test]
fn unknown_documents_and_wrong_positions_are_no_accident() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let unknown = json!({ "textDocument": { "uri": "file:///no/such/file.pp" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(client.ask("textDocument/hover", unknown), Value::Null);
    client.open("untitled:Untitled-1", "$x = 1\n");
    client.diagnostics("untitled:Untitled-1", 1);
    let outside = json!({ "textDocument": { "uri": "untitled:Untitled-1" }, "position": { "line": 99, "character": 0 } });
    let read = client.request("textDocument/hover", outside);
    assert!(
        client
            .answer(read)
            .expect_err("no such line")
            .message
            .contains("line 99")
    );
    client.edit("file:///not/open.pp", 2, (0, 0), (0, 0), "x");
    let read = client.request("textDocument/noSuchMethod", json!({}));
    assert_eq!(
        client.answer(read).expect_err("no such method").code,
        -32601
    );
}
