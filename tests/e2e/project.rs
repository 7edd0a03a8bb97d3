//! The project of a session: folders, files that change on disk, documents outside of all folders, and settings.

use serde_json::json;

use crate::client::{Client, spawn};
use crate::methods::{WEB, position_params, with_web, workspace};
use crate::workspace::Workspace;

#[test]
fn answers_wait_until_the_files_are_read() {
    let workspace = workspace();
    let mut client = Client::without_handshake(spawn());
    let folder = json!({ "uri": workspace.uri(""), "name": "test" });
    let capabilities = json!({ "textDocument": { "diagnostic": {} } });
    client.ask(
        "initialize",
        json!({ "capabilities": capabilities, "workspaceFolders": [folder] }),
    );
    client.notify("initialized", json!({}));
    let uri = workspace.uri("modules/web/manifests/init.pp");
    client.open(&uri, "class web(Web::Port $port = 'eighty') {\n}\n");
    let full = client.ask(
        "textDocument/diagnostic",
        json!({ "textDocument": { "uri": uri } }),
    );
    let codes = full["items"].as_array().into_iter().flatten();
    assert!(
        codes.map(|item| &item["code"]).any(|code| code == "T201"),
        "{full}"
    );
}

#[test]
fn files_that_change_on_disk_are_read_again() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    workspace.write("modules/web/types/port.pp", "\ntype Web::Port = Integer\n");
    workspace.write("modules/web/types/host.pp", "type Web::Host = String\n");
    let changes = json!({ "changes": [
        { "uri": workspace.uri("modules/web/types/port.pp"), "type": 2 },
        { "uri": workspace.uri("modules/web/types/host.pp"), "type": 1 },
    ] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    client.wait_until_loaded();
    let answer = client.ask("textDocument/definition", position_params(&uri, (1, 12)));
    assert_eq!(answer[0]["range"]["start"]["line"], 1, "{answer}");
    let answer = client.ask("workspace/symbol", json!({ "query": "host" }));
    assert_eq!(answer[0]["name"], "Web::Host", "{answer}");
}

#[test]
fn a_document_outside_of_every_folder_finds_its_module() {
    let inside = Workspace::new(&[]);
    let outside = workspace();
    let mut client = Client::start(&inside);
    let uri = outside.uri("modules/web/manifests/init.pp");
    client.open(&uri, WEB);
    client.wait_until_loaded();
    client.diagnostics(&uri, 1);
    let answer = client.ask("textDocument/definition", position_params(&uri, (1, 12)));
    assert!(
        answer[0]["uri"]
            .as_str()
            .is_some_and(|it| it.ends_with("types/port.pp")),
        "{answer}"
    );
}

#[test]
fn folders_come_and_go() {
    let empty = Workspace::new(&[]);
    let added = workspace();
    let mut client = Client::start(&empty);
    let folder = json!({ "uri": added.uri(""), "name": "added" });
    client.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({ "event": { "added": [folder], "removed": [] } }),
    );
    client.wait_until_loaded();
    let answer = client.ask("workspace/symbol", json!({ "query": "web::port" }));
    assert_eq!(answer[0]["name"], "Web::Port", "{answer}");
}

#[test]
fn settings_are_pulled_and_switch_diagnostics_off() {
    let workspace = workspace();
    let mut client = Client::without_handshake(spawn());
    let capabilities = json!({ "workspace": { "configuration": true } });
    client.ask("initialize", json!({ "capabilities": capabilities }));
    client.notify("initialized", json!({}));
    let asked = client.requested("workspace/configuration", json!([{}]));
    assert_eq!(asked["items"][0]["section"], "puppet-analyzer");
    let uri = workspace.uri("manifests/broken.pp");
    client.open(&uri, "class {\n");
    assert_ne!(client.diagnostics(&uri, 1), json!([]));
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": null }),
    );
    client.requested(
        "workspace/configuration",
        json!([{ "diagnostics": { "enable": false } }]),
    );
    assert_eq!(client.diagnostics(&uri, 1), json!([]));
}
