//! Sessions of `puppet-analyzer mcp` over standard input and output.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout};

use serde_json::{Value, json};

use crate::support::Sandbox;

const WEB: (&str, &str) = (
    "web/manifests/init.pp",
    "# A web server.\n#\n# @param port Where it listens\nclass web(\n  Integer $port,\n  Boolean $tls = false,\n) {\n  notice($port)\n}\n",
);

const USE: (&str, &str) = (
    "web/manifests/site.pp",
    "class web::site {\n  class { 'web': port => 'x' }\n  $unused = \"text\"\n}\n",
);

const METADATA: (&str, &str) = (
    "web/metadata.json",
    "{\"name\": \"me-web\", \"version\": \"1.0.0\"}",
);

/// A client that sends one request after the other.
struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    next_id: u64,
}

impl Client {
    fn start(sandbox: &Sandbox, options: &[&str]) -> Self {
        let mut child = sandbox.start(&[&["mcp"], options].concat());
        Self {
            stdin: child.stdin.take(),
            lines: BufReader::new(child.stdout.take().expect("its output")).lines(),
            child,
            next_id: 0,
        }
    }

    fn send(&mut self, message: &Value) {
        let stdin = self.stdin.as_mut().expect("an open session");
        writeln!(stdin, "{message}").expect("it reads");
    }

    fn receive(&mut self) -> Value {
        let line = self.lines.next().expect("an answer").expect("UTF-8");
        serde_json::from_str(&line).expect("JSON")
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// The text of a tool, and whether it is an error.
    fn call(&mut self, tool: &str, arguments: &Value) -> (String, bool) {
        let params = json!({ "name": tool, "arguments": arguments });
        let answer = self.request("tools/call", &params);
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("no text: {answer}"));
        (text.to_owned(), result["isError"] == true)
    }

    /// The text of a tool that has an answer.
    fn answer(&mut self, tool: &str, arguments: &Value) -> String {
        let (text, is_error) = self.call(tool, arguments);
        assert!(!is_error, "{tool} {arguments}: {text}");
        text
    }

    /// The text of a tool that refuses.
    fn refusal(&mut self, tool: &str, arguments: &Value) -> String {
        let (text, is_error) = self.call(tool, arguments);
        assert!(is_error, "{tool} {arguments}: {text}");
        text
    }

    fn end(mut self) {
        drop(self.stdin.take());
        assert!(self.child.wait().expect("it ends").success());
        assert!(self.lines.next().is_none());
    }
}

#[test]
fn each_tool_answers() {
    let sandbox = Sandbox::new(&[WEB, USE, METADATA]);
    let mut client = Client::start(&sandbox, &[]);
    let hello = client.request("initialize", &json!({ "protocolVersion": "2025-06-18" }));
    assert_eq!(hello["result"]["protocolVersion"], "2025-06-18");
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    assert_eq!(client.request("ping", &Value::Null)["result"], json!({}));
    for (tool, arguments, expected) in [
        ("check", json!({}), "error[T202]"),
        (
            "check",
            json!({ "path": "web/manifests/site.pp" }),
            "web/manifests/site.pp:2:26: error[T202]",
        ),
        (
            "check",
            json!({ "path": "web/manifests/init.pp" }),
            "0 errors, 0 warnings in 1 file",
        ),
        (
            "check",
            json!({ "severity": "error", "rule": "T203" }),
            "0 errors, 0 warnings",
        ),
        ("explain", json!({ "rule": "T202" }), "# T202"),
        (
            "hover",
            json!({ "path": "web/manifests/init.pp", "line": 8, "name": "$port" }),
            "$port: Integer",
        ),
        (
            "hover",
            json!({ "path": "web/manifests/init.pp", "line": 8, "column": 12 }),
            "Where it listens",
        ),
        ("hover", json!({ "name": "split" }), "split"),
        (
            "definition",
            json!({ "path": "web/manifests/site.pp", "line": 2, "name": "web" }),
            "web/manifests/init.pp:4:7: class web(",
        ),
        (
            "references",
            json!({ "name": "web" }),
            "web/manifests/site.pp:2:12: class { 'web'",
        ),
        (
            "symbols",
            json!({ "query": "site" }),
            "class web::site web/manifests/site.pp:1:7",
        ),
        (
            "symbols",
            json!({ "path": "web/manifests/init.pp" }),
            "5   parameter $port: Integer",
        ),
        (
            "class_interface",
            json!({ "name": "web" }),
            "required Integer $port -- Where it listens",
        ),
        (
            "class_interface",
            json!({ "name": "WEB" }),
            "2 parameters, 1 required",
        ),
        ("class_interface", json!({ "name": "file" }), "ensure"),
        (
            "rename_preview",
            json!({ "name": "web::site", "new_name": "web::place" }),
            "web/manifests/site.pp moves to web/manifests/place.pp",
        ),
        (
            "fix",
            json!({ "path": "web/manifests/init.pp" }),
            "There is nothing to fix",
        ),
        (
            "eval",
            json!({ "expression": "[1, 2].map |$x| { $x * 2 }" }),
            "[2, 4]",
        ),
    ] {
        let text = client.answer(tool, &arguments);
        assert!(text.contains(expected), "{tool} {arguments}: {text}");
        assert!(text.len() < 2_000, "{tool} {arguments}: {text}");
    }
    client.end();
}

#[test]
fn what_is_wrong_is_said() {
    let sandbox = Sandbox::new(&[WEB, USE, METADATA, ("web/README.md", "")]);
    let mut client = Client::start(&sandbox, &[]);
    for (tool, arguments, expected) in [
        ("hover", json!({}), "A place is needed"),
        (
            "hover",
            json!({ "path": "web/manifests/no.pp", "line": 1, "column": 1 }),
            "'web/manifests/no.pp' does not exist",
        ),
        (
            "hover",
            json!({ "path": "web/manifests/init.pp", "line": 99, "column": 1 }),
            "has no line 99",
        ),
        (
            "hover",
            json!({ "path": "web/manifests/init.pp", "line": 1, "name": "nope" }),
            "does not contain 'nope': # A web",
        ),
        (
            "hover",
            json!({ "path": "web/README.md", "line": 1, "column": 1 }),
            "is no file of Puppet code",
        ),
        (
            "hover",
            json!({ "path": "web", "line": 1, "column": 1 }),
            "is a directory",
        ),
        ("check", json!({ "pth": "web" }), "did you mean 'path'?"),
        (
            "definition",
            json!({ "name": "web::sites" }),
            "Nothing is called 'web::sites'",
        ),
        (
            "class_interface",
            json!({ "name": "sit" }),
            "similar: web::site",
        ),
        ("explain", json!({ "rule": "T999" }), "Unknown rule 'T999'"),
        ("eval", json!({ "expression": "1 +" }), "error: "),
        (
            "rename_preview",
            json!({ "name": "web", "new_name": "Not A Name" }),
            "Not A Name",
        ),
        (
            "fix",
            json!({ "path": "web/manifests/site.pp", "rule": "T202" }),
            "'rule' needs 'line'",
        ),
        ("symbols", json!({}), "Either `path` or `query`"),
    ] {
        let text = client.refusal(tool, &arguments);
        assert!(text.contains(expected), "{tool} {arguments}: {text}");
    }
    for (method, params, code) in [
        ("tools/call", json!({ "name": "nope" }), -32602),
        ("tools/call", json!({ "name": "rename" }), -32602),
        ("tools/call", json!(7), -32602),
        ("resources/list", json!({}), -32601),
    ] {
        let answer = client.request(method, &params);
        assert_eq!(answer["error"]["code"], code, "{method} {params}: {answer}");
    }
    for (line, code) in [("{", -32700), ("[]", -32600), ("7", -32600)] {
        let stdin = client.stdin.as_mut().expect("an open session");
        writeln!(stdin, "{line}").expect("it reads");
        assert_eq!(client.receive()["error"]["code"], code, "{line}");
    }
    client.end();
}

#[test]
fn nothing_outside_of_the_root_is_seen_or_changed() {
    let outside = (
        "outside/secret/manifests/init.pp",
        "class secret { $a = \"x\" }\n",
    );
    let files = [
        outside,
        ("root/web/manifests/init.pp", WEB.1),
        ("root/web/metadata.json", METADATA.1),
    ];
    let sandbox = Sandbox::new(&files);
    #[cfg(unix)]
    for (target, name) in [
        ("../../outside/secret", "root/web/linked"),
        (
            "../../../outside/secret/manifests/init.pp",
            "root/web/manifests/linked.pp",
        ),
    ] {
        std::os::unix::fs::symlink(target, sandbox.path().join(name)).expect("symbolic link");
    }
    let absolute = sandbox.path().join(outside.0).display().to_string();
    let mut client = Client::start(&sandbox, &["root", "--write"]);
    for path in [
        "../outside/secret/manifests/init.pp",
        &absolute,
        "web/../../outside",
        "/etc/passwd",
        "/",
    ] {
        for tool in ["check", "apply_fix"] {
            let text = client.refusal(tool, &json!({ "path": path }));
            assert!(
                text.ends_with("is outside of the root of this server"),
                "{path}: {text}"
            );
        }
    }
    for path in ["web/linked/manifests/init.pp", "web/manifests/linked.pp"] {
        client.refusal("apply_fix", &json!({ "path": path }));
        client.refusal(
            "hover",
            &json!({ "path": path, "line": 1, "name": "secret" }),
        );
    }
    client.refusal("class_interface", &json!({ "name": "secret" }));
    // What is inside may be named in any way.
    let inside = sandbox.path().join("root/web").display().to_string();
    for path in ["web/../web/manifests/init.pp", ".", &inside] {
        client.answer("check", &json!({ "path": path }));
    }
    client.end();
    let text = std::fs::read_to_string(sandbox.path().join(outside.0)).expect("the file");
    assert_eq!(text, outside.1);
}

#[test]
fn tools_that_write_are_there_only_if_they_are_wanted() {
    let names = |client: &mut Client| -> Vec<String> {
        let answer = client.request("tools/list", &json!({}));
        let tools = answer["result"]["tools"].as_array().expect("tools").clone();
        let name = |tool: &Value| tool["name"].as_str().expect("a name").to_owned();
        tools.iter().map(name).collect()
    };
    let old = (
        "web/manifests/old.pp",
        "class web::old {\n  $a = \"x\"\n  notice(\"${a}\")\n}\n",
    );
    let fixture = [
        WEB,
        old,
        METADATA,
        (
            "web/spec/classes/old_spec.rb",
            "describe 'web::old' do\nend\n",
        ),
    ];
    let sandbox = Sandbox::new(&fixture);
    let mut reader = Client::start(&sandbox, &[]);
    assert_eq!(names(&mut reader).len(), 10);
    let mut writer = Client::start(&sandbox, &["--write"]);
    assert_eq!(names(&mut writer).len(), 12);
    let renaming = json!({ "name": "web::old", "new_name": "web::new" });
    let preview = reader.answer("rename_preview", &renaming);
    assert!(
        preview.contains("-  describe") || preview.contains("- describe 'web::old' do"),
        "{preview}"
    );
    assert!(sandbox.path().join(old.0).exists());
    writer.answer("rename", &renaming);
    let text = |path: &str| std::fs::read_to_string(sandbox.path().join(path)).unwrap_or_default();
    assert!(text("web/manifests/new.pp").starts_with("class web::new {"));
    assert_eq!(
        text("web/spec/classes/old_spec.rb"),
        "describe 'web::new' do\nend\n"
    );
    // Both see it.
    for client in [&mut reader, &mut writer] {
        client.answer("symbols", &json!({ "path": "web/manifests/new.pp" }));
        client.refusal("definition", &json!({ "name": "web::old" }));
    }
    writer.answer("apply_fix", &json!({ "path": "web/manifests/new.pp" }));
    reader.end();
    writer.end();
}

#[test]
fn changes_on_disk_are_seen() {
    let sandbox = Sandbox::new(&[WEB, USE, METADATA]);
    let mut client = Client::start(&sandbox, &[]);
    let check = json!({ "path": "web/manifests", "severity": "error" });
    assert!(client.answer("check", &check).starts_with("1 error,"));
    sandbox.write(
        USE.0,
        b"class web::site {\n  class { 'web': port => 80 }\n}\n",
    );
    assert!(client.answer("check", &check).starts_with("0 errors,"));
    sandbox.write(
        "web/manifests/deep/new.pp",
        b"class web::deep::new { class { 'web': port => 'x' } }\n",
    );
    assert!(client.answer("check", &check).starts_with("1 error,"));
    std::fs::remove_file(sandbox.path().join("web/manifests/deep/new.pp")).expect("the file");
    assert!(client.answer("check", &check).starts_with("0 errors,"));
    client.end();
}

#[test]
fn calls_can_be_cancelled_and_batched() {
    let sandbox = Sandbox::new(&[WEB, USE, METADATA]);
    let mut client = Client::start(&sandbox, &[]);
    let call = |id: u64, tool: &str| {
        let params = json!({ "name": tool, "arguments": { "expression": "1" } });
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
    };
    let cancel = |id: u64| {
        let params = json!({ "requestId": id, "reason": "enough" });
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params })
    };
    // Both are in one message, so that the call still waits when it is cancelled.
    client.send(&json!([
        call(1, "eval"),
        call(2, "eval"),
        cancel(2),
        call(3, "nope")
    ]));
    let answer = client.receive();
    let mut ids: Vec<u64> = answer
        .as_array()
        .expect("a batch")
        .iter()
        .filter_map(|it| it["id"].as_u64())
        .collect();
    ids.sort_unstable();
    assert!(ids == [1, 3] || ids == [1, 2, 3], "{answer}");
    client.send(&cancel(77));
    client.send(&call(4, "eval"));
    assert_eq!(client.receive()["id"], 4);
    client.end();
}

#[test]
fn a_root_that_does_not_exist_is_refused() {
    let sandbox = Sandbox::new(&[]);
    let answer = sandbox.run(&["mcp", "nowhere"]);
    assert_eq!(answer.status, 2);
    assert!(
        answer.stderr.contains("nowhere is no directory"),
        "{}",
        answer.stderr
    );
}

/// The root of Debian's modules, where they are installed.
const DEBIAN: &str = "/usr/share/puppet/modules";

#[test]
fn answers_about_debians_modules_are_short() {
    if !Path::new(DEBIAN).join("apache/metadata.json").exists() {
        return;
    }
    let sandbox = Sandbox::new(&[]);
    let mut client = Client::start(&sandbox, &[DEBIAN]);
    let init = "apache/manifests/init.pp";
    for (tool, arguments) in [
        ("class_interface", json!({ "name": "apache::vhost" })),
        ("references", json!({ "name": "apache" })),
        ("symbols", json!({ "query": "a" })),
        ("symbols", json!({ "path": init })),
        ("hover", json!({ "name": "apache" })),
        ("check", json!({ "path": "apache", "severity": "hint" })),
        ("explain", json!({ "rule": "T" })),
        ("class_interface", json!({ "name": "file" })),
    ] {
        let text = client.answer(tool, &arguments);
        assert!(
            text.len() < 2_000 && text.lines().count() > 1,
            "{tool}: {text}"
        );
        let more = text.lines().last().unwrap_or_default();
        assert!(more.contains(" more: offset "), "{tool}: {text}");
    }
    client.end();
}
