//! Modules of the Forge: asked for in the background, only if the user wants that, and kept.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, command};
use crate::forge_server::{ForgeServer, Mood};
use crate::methods::position_params;
use crate::workspace::Workspace;

/// No answer may take longer to come over the network, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// As long as it takes until something is asked, and some more.
const PAUSE: Duration = Duration::from_millis(1500);

fn workspace() -> Workspace {
    Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("Puppetfile", ""),
    ])
}

/// A session in a workspace, with answers kept in its folder `cache`.
fn client(workspace: &Workspace, settings: Value) -> Client {
    let tags = json!({ "completionItem": { "tagSupport": { "valueSet": [1] } } });
    client_with(
        workspace,
        json!({ "textDocument": { "completion": tags } }),
        settings,
    )
}

fn client_with(workspace: &Workspace, capabilities: Value, settings: Value) -> Client {
    let child = command()
        .env("XDG_CACHE_HOME", workspace.root().join("cache"))
        .env("NO_PROXY", "127.0.0.1")
        .spawn()
        .expect("the server starts");
    Client::new(child, &workspace.uri(""), capabilities, settings)
}

fn enabled(forge: &ForgeServer) -> Value {
    json!({ "forge": { "enable": true, "url": forge.url() } })
}

fn open(client: &mut Client, uri: &str, text: &str) {
    let document = json!({ "uri": uri, "languageId": "ruby", "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
}

fn complete(client: &mut Client, uri: &str, column: u32) -> Value {
    client.ask("textDocument/completion", position_params(uri, (0, column)))
}

fn labels(answer: &Value) -> Vec<&str> {
    let items = answer["items"].as_array().into_iter().flatten();
    items.filter_map(|it| it["label"].as_str()).collect()
}

/// Repeats the request until there are completion items.
fn wait_for_labels(client: &mut Client, uri: &str, column: u32) -> Value {
    let start = Instant::now();
    loop {
        let answer = complete(client, uri, column);
        if !labels(&answer).is_empty() {
            return answer;
        }
        assert!(start.elapsed() < PATIENCE, "{answer}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn responses_come_after_the_request() {
    let (workspace, forge) = (workspace(), ForgeServer::start(Mood::Good));
    let mut client = client(&workspace, enabled(&forge));
    let uri = workspace.uri("Puppetfile");
    open(&mut client, &uri, "mod 'puppetlabs-ap'");
    let start = Instant::now();
    let answer = complete(&mut client, &uri, 18);
    assert_eq!(labels(&answer), [""; 0]);
    assert!(start.elapsed() < Duration::from_secs(2));
    let answer = wait_for_labels(&mut client, &uri, 18);
    assert_eq!(
        labels(&answer),
        ["puppetlabs-apt", "puppetlabs-apache", "puppetlabs-apaches"]
    );
    assert_eq!(answer["isIncomplete"], false);
    let tags: Vec<bool> = (0..3)
        .map(|it| answer["items"][it]["tags"] == json!([1]))
        .collect();
    assert_eq!(tags, [false, false, true]);
    let item = client.ask("completionItem/resolve", answer["items"][2].clone());
    let text = item["documentation"]["value"].as_str().unwrap_or_default();
    assert!(
        text.contains("use `puppetlabs-apache`: Apache has changed."),
        "{item}"
    );
    // More letters of the same name are no new request.
    client.edit(&uri, 2, (0, 18), (0, 18), "t");
    assert_eq!(labels(&complete(&mut client, &uri, 19)), ["puppetlabs-apt"]);
    client.edit(&uri, 3, (0, 20), (0, 20), ", ''");
    let answer = wait_for_versions(&mut client, &uri, 23);
    assert_eq!(labels(&answer), ["10.2.0", "9.1.0"]);
    let asked = forge.requested_paths();
    let of = |part: &str| asked.iter().filter(|path| path.contains(part)).count();
    assert_eq!(of("starts_with=puppetlabs-ap&"), 1, "{asked:?}");
    assert_eq!(of("/v3/modules/puppetlabs-apt?"), 1, "{asked:?}");
    let hover = client.ask("textDocument/hover", position_params(&uri, (0, 10)));
    assert!(
        hover.to_string().contains("About puppetlabs-apt."),
        "{hover}"
    );
    client.drain_diagnostics(&uri);
}

/// The newest version may be known from a search.
fn wait_for_versions(client: &mut Client, uri: &str, column: u32) -> Value {
    let start = Instant::now();
    loop {
        let answer = wait_for_labels(client, uri, column);
        if answer["isIncomplete"] == false {
            return answer;
        }
        assert!(start.elapsed() < PATIENCE, "{answer}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn no_request_is_sent_unless_the_user_wants_it() {
    let forge = ForgeServer::start(Mood::Good);
    let workspace = workspace();
    // What the opened folder says is no wish of the user.
    let wish = format!("[forge]\nenable = true\nurl = '{}'\n", forge.url());
    workspace.write("puppet-analyzer.toml", &wish);
    let wish =
        json!({ "puppet-analyzer.forge.enable": true, "puppet-analyzer.forge.url": forge.url() });
    workspace.write(".vscode/settings.json", &wish.to_string());
    let text = format!("mod 'puppetlabs-ap'\nforge '{}'\n", forge.url());
    for settings in [
        Value::Null,
        json!({ "forge": { "url": forge.url() } }),
        json!({ "forge": { "enable": true, "url": "file:///etc" } }),
    ] {
        let mut client = client(&workspace, settings);
        let uri = workspace.uri("Puppetfile");
        open(&mut client, &uri, &text);
        let answer = complete(&mut client, &uri, 18);
        assert_eq!(
            (labels(&answer).len(), &answer["isIncomplete"]),
            (0, &json!(false))
        );
        client.ask("textDocument/hover", position_params(&uri, (0, 10)));
        thread::sleep(PAUSE);
        assert_eq!(forge.requested_paths(), [""; 0]);
        assert!(!workspace.root().join("cache").exists());
        client.drain_diagnostics(&uri);
    }
}

#[test]
fn the_settings_of_a_folder_do_not_count_in_vs_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/code/package.json");
    let text = std::fs::read_to_string(path).expect("the extension");
    let package: Value = serde_json::from_str(&text).expect("JSON");
    let groups = package["contributes"]["configuration"].as_array();
    let setting = |name: &str| {
        let mut found = groups.into_iter().flatten();
        let key = format!("puppet-analyzer.forge.{name}");
        found
            .find_map(|group| group["properties"].get(&key))
            .expect("the setting")
    };
    for name in ["enable", "url"] {
        let setting = setting(name);
        assert_eq!(setting["scope"], "machine", "{setting}");
    }
    assert_eq!(setting("enable")["default"], false);
}

#[test]
fn who_does_not_answer_is_left_alone() {
    for mood in [Mood::Broken, Mood::Garbage, Mood::Silent] {
        let (workspace, forge) = (workspace(), ForgeServer::start(mood));
        let mut client = client(&workspace, enabled(&forge));
        let uri = workspace.uri("Puppetfile");
        open(&mut client, &uri, "mod 'puppetlabs-'");
        for (column, letter) in (16..).zip("apache".chars()) {
            client.edit(
                &uri,
                column,
                (0, column as u32),
                (0, column as u32),
                &letter.to_string(),
            );
            let start = Instant::now();
            let answer = complete(&mut client, &uri, column as u32 + 1);
            assert_eq!(labels(&answer), [""; 0], "{mood:?}");
            assert!(start.elapsed() < Duration::from_secs(2), "{mood:?}");
            thread::sleep(Duration::from_millis(300));
        }
        // Also when its time is over.
        thread::sleep(if mood == Mood::Silent {
            3 * PAUSE
        } else {
            PAUSE
        });
        assert_eq!(
            forge.requested_paths().len(),
            1,
            "{mood:?}: {:?}",
            forge.requested_paths()
        );
        client.drain_diagnostics(&uri);
    }
}

#[test]
fn answers_survive_a_restart() {
    let workspace = workspace();
    let uri = workspace.uri("Puppetfile");
    let forge = ForgeServer::start(Mood::Good);
    for is_first in [true, false] {
        let before = forge.requested_paths().len();
        let mut client = client(&workspace, enabled(&forge));
        open(&mut client, &uri, "mod 'puppetlabs-ap'");
        let answer = wait_for_labels(&mut client, &uri, 18);
        assert_eq!(labels(&answer).len(), 3);
        if is_first {
            wait_for_file(&workspace.root().join("cache/puppet-analyzer"));
        } else {
            thread::sleep(PAUSE);
            assert_eq!(forge.requested_paths().len(), before);
        }
        client.drain_diagnostics(&uri);
    }
}

#[test]
fn hints_come_when_the_forge_has_answered() {
    let (workspace, forge) = (workspace(), ForgeServer::start(Mood::Good));
    let refreshes = json!({ "workspace": { "inlayHint": { "refreshSupport": true } } });
    let mut client = client_with(&workspace, refreshes, enabled(&forge));
    let uri = workspace.uri("Puppetfile");
    open(&mut client, &uri, "mod 'puppetlabs-apt', '9.1.0'\n");
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 1, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri }, "range": range });
    assert_eq!(
        client.ask("textDocument/inlayHint", params.clone()),
        json!([])
    );
    // A refresh may also come because the folder has been read.
    let until = |client: &mut Client, is_it: fn(&Value) -> bool| {
        let start = Instant::now();
        loop {
            client.requested("workspace/inlayHint/refresh", Value::Null);
            let hints = client.ask("textDocument/inlayHint", params.clone());
            if is_it(&hints) {
                break;
            }
            assert!(start.elapsed() < PATIENCE, "{hints}");
        }
    };
    until(&mut client, |hints| hints[0]["label"] == " 10.2.0 is newer");
    // Other settings, other hints.
    let off = json!({ "settings": { "forge": { "enable": false } } });
    client.notify("workspace/didChangeConfiguration", off);
    until(&mut client, |hints| *hints == json!([]));
    client.drain_diagnostics(&uri);
    client.forget_unread();
}

/// Waits until there is a whole file in a folder.
fn wait_for_file(folder: &Path) {
    let start = Instant::now();
    let is_whole = |path: &Path| path.extension().is_some_and(|it| it == "json");
    while !std::fs::read_dir(folder).is_ok_and(|it| it.flatten().any(|it| is_whole(&it.path()))) {
        assert!(start.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(20));
    }
}
