//! Files that come, go and change outside of the editor: afterwards the answers are those of a fresh start.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{CONTENT_MODIFIED, Client, position};
use crate::methods::position_params;
use crate::workspace::Workspace;

/// Far above what a busy machine needs for ten thousand files.
const PATIENCE: Duration = Duration::from_secs(25);

const CREATED: u8 = 1;
const CHANGED: u8 = 2;
const DELETED: u8 = 3;

const SITE: &str = "include m7::c3\ninclude m7::gone\nm9::d { 'x': }\n$x = m9::f(1)\n";

/// What a session says about the workspace.
fn answers(client: &mut Client, site: &str) -> Value {
    let document = json!({ "uri": site });
    let at = |line, character| json!({ "textDocument": document, "position": position((line, character)) });
    let mut symbols = client.ask("workspace/symbol", json!({ "query": "m7" }));
    if let Some(symbols) = symbols.as_array_mut() {
        symbols.sort_by_key(|symbol| symbol["name"].to_string());
    }
    json!({
        "symbols": symbols,
        "class": client.ask("textDocument/definition", at(0, 10)),
        "type": client.ask("textDocument/definition", at(2, 1)),
        "function": client.ask("textDocument/definition", at(3, 6)),
        "hover": client.ask("textDocument/hover", at(3, 6)),
    })
}

/// Ends a session whose diagnostics on the way are no matter. Gives the last ones.
fn finish(mut client: Client, site: &str) -> Value {
    client.last_diagnostics(site)
}

fn same_as_fresh(workspace: &Workspace, mut client: Client, site: &str) {
    let ours = answers(&mut client, site);
    let diagnostics = finish(client, site);
    let mut fresh = Client::start(workspace);
    fresh.open(site, SITE);
    assert_eq!(ours, answers(&mut fresh, site));
    assert_eq!(diagnostics, finish(fresh, site));
}

/// A session of a client that watches files.
fn watching(workspace: &Workspace) -> Client {
    let watches =
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let mut client = Client::with_capabilities(workspace, watches);
    let asked = client.requested("client/registerCapability", Value::Null);
    assert_eq!(
        asked["registrations"][0]["method"],
        "workspace/didChangeWatchedFiles"
    );
    client
}

fn notify(client: &mut Client, workspace: &Workspace, changes: &[(String, u8)]) {
    let changes: Vec<Value> = changes
        .iter()
        .map(|(path, kind)| json!({ "uri": workspace.uri(path), "type": kind }))
        .collect();
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": changes }),
    );
}

#[test]
fn ten_thousand_files_come_change_and_go_at_once() {
    let workspace = Workspace::new(&[("environment.conf", "modulepath = modules\n")]);
    workspace.write("manifests/site.pp", SITE);
    let site = workspace.uri("manifests/site.pp");
    let mut client = watching(&workspace);
    client.open(&site, SITE);

    let mut changes = Vec::new();
    for module in 0..100 {
        for class in 0..98 {
            let path = format!("modules/m{module}/manifests/c{class}.pp");
            workspace.write(
                &path,
                &format!("class m{module}::c{class} {{ $x = {class} }}\n"),
            );
            changes.push((path, CREATED));
        }
        let path = format!("modules/m{module}/manifests/d.pp");
        workspace.write(&path, &format!("define m{module}::d() {{}}\n"));
        changes.push((path, CREATED));
        let path = format!("modules/m{module}/lib/puppet/functions/m{module}/f.rb");
        let ruby = format!(
            "Puppet::Functions.create_function(:'m{module}::f') do\n  dispatch(:f) {{ param 'Integer', :a }}\nend\n"
        );
        workspace.write(&path, &ruby);
        changes.push((path, CREATED));
    }
    assert_eq!(changes.len(), 10_000);
    let start = Instant::now();
    notify(&mut client, &workspace, &changes);
    client.wait_until_loaded();
    let found = client.ask("workspace/symbol", json!({ "query": "m99::c97" }));
    assert_eq!(found[0]["name"], "m99::c97");
    let came = start.elapsed();

    // As another branch: most texts change, half of the modules go, one is renamed.
    let mut changes = Vec::new();
    for module in 0..50 {
        for class in 0..98 {
            let path = format!("modules/m{module}/manifests/c{class}.pp");
            workspace.write(
                &path,
                &format!("# moved\nclass m{module}::c{class}($y) {{}}\n"),
            );
            changes.push((path, CHANGED));
        }
    }
    for module in 50..100 {
        fs::remove_dir_all(workspace.root().join(format!("modules/m{module}"))).expect("a module");
        // Some clients tell of the directory only.
        changes.push((format!("modules/m{module}"), DELETED));
    }
    let rename =
        |from: &str, to: &str| fs::rename(workspace.root().join(from), workspace.root().join(to));
    rename("modules/m7/manifests/c4.pp", "modules/m7/manifests/gone.pp").expect("a file");
    workspace.write("modules/m7/manifests/gone.pp", "class m7::gone {}\n");
    changes.push(("modules/m7/manifests/c4.pp".into(), DELETED));
    changes.push(("modules/m7/manifests/gone.pp".into(), CREATED));
    let start = Instant::now();
    notify(&mut client, &workspace, &changes);
    client.wait_until_loaded();
    let went = start.elapsed();
    same_as_fresh(&workspace, client, &site);
    assert!(came < PATIENCE && went < PATIENCE, "{came:?} {went:?}");
}

#[test]
fn a_directory_that_goes_and_comes_back_is_read_again() {
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("manifests/site.pp", SITE),
        ("modules/m7/manifests/c3.pp", "class m7::c3 {}\n"),
    ]);
    let site = workspace.uri("manifests/site.pp");
    let mut client = watching(&workspace);
    client.open(&site, SITE);
    fs::remove_dir_all(workspace.root().join("modules")).expect("a directory");
    notify(&mut client, &workspace, &[("modules".into(), DELETED)]);
    client.wait_until_loaded();
    let symbols = client.ask("workspace/symbol", json!({ "query": "m7" }));
    assert_eq!(symbols, json!([]));
    workspace.write("modules/m7/manifests/c3.pp", "\n\nclass m7::c3 {}\n");
    workspace.write("modules/m9/manifests/d.pp", "define m9::d {}\n");
    notify(&mut client, &workspace, &[("modules".into(), CREATED)]);
    client.wait_until_loaded();
    same_as_fresh(&workspace, client, &site);
}

/// Opens documents that are not saved, and lets so many others change before a file comes.
fn keeps_unsaved_texts(changed: usize, times: usize) {
    let workspace = Workspace::new(&[("m/manifests/a.pp", "class m::a {}\n")]);
    let path = |number| format!("m/manifests/other{number}.pp");
    let others: Vec<(String, u8)> = (0..changed).map(|it| (path(it), CHANGED)).collect();
    for (path, _) in &others {
        workspace.write(path, "");
    }
    let uri = workspace.uri("m/manifests/a.pp");
    let mut client = watching(&workspace);
    client.open(&uri, "class m::unsaved {}\n");
    client.open("untitled:Untitled-1", "class nowhere {}\n");
    for _ in 0..times {
        notify(&mut client, &workspace, &others);
    }
    workspace.write("m/manifests/b.pp", "class m::b {}\n");
    notify(
        &mut client,
        &workspace,
        &[("m/manifests/b.pp".into(), CREATED)],
    );
    client.wait_until_loaded();
    for (uri, text) in [
        (&*uri, "class m::unsaved {}\n"),
        ("untitled:Untitled-1", "class nowhere {}\n"),
    ] {
        let answer = client.ask("puppetAnalyzer/test/documentText", json!({ "uri": uri }));
        assert_eq!(answer, text);
    }
    let symbols = client.ask("workspace/symbol", json!({ "query": "m::" }));
    let symbols = symbols.as_array().into_iter().flatten();
    let mut names: Vec<String> = symbols.map(|it| it["name"].to_string()).collect();
    names.sort();
    assert_eq!(names, ["\"m::b\"", "\"m::unsaved\""]);
    client.last_diagnostics(&uri);
}

#[test]
fn texts_that_are_not_saved_survive_a_change_of_everything_else() {
    keeps_unsaved_texts(0, 0);
}

#[test]
fn texts_that_are_not_saved_survive_the_renewal_of_the_database() {
    keeps_unsaved_texts(1_000, 6);
}

#[test]
fn settings_files_and_configurations_count_as_soon_as_they_change() {
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("manifests/site.pp", SITE),
        ("other/m7/manifests/c3.pp", "class m7::c3 {}\n"),
    ]);
    let mut client = watching(&workspace);
    let symbols =
        |client: &mut Client| client.ask("workspace/symbol", json!({ "query": "m7::c3" }));
    workspace.write("environment.conf", "modulepath = other\n");
    notify(
        &mut client,
        &workspace,
        &[("environment.conf".into(), CHANGED)],
    );
    client.wait_until_loaded();
    assert_eq!(symbols(&mut client)[0]["name"], "m7::c3");
    client.open(&workspace.uri("manifests/site.pp"), SITE);
    let site = workspace.uri("manifests/site.pp");
    assert_ne!(client.diagnostics(&site, 1), json!([]));
    workspace.write("puppet-analyzer.toml", "exclude = ['site.pp']\n");
    notify(
        &mut client,
        &workspace,
        &[("puppet-analyzer.toml".into(), CREATED)],
    );
    client.wait_until_loaded();
    assert_eq!(client.last_diagnostics(&site), json!([]));
}

#[test]
fn a_client_that_watches_nothing_is_told_all_the_same() {
    let workspace = Workspace::new(&[("m7/manifests/c3.pp", "class m7::c3 {}\n")]);
    let mut client = Client::start(&workspace);
    // The first look may come after the start.
    std::thread::sleep(Duration::from_secs(1));
    workspace.write("m7/manifests/new.pp", "class m7::new {}\n");
    client.wait_until_loaded();
    let found = client.ask("workspace/symbol", json!({ "query": "m7::new" }));
    assert_eq!(found[0]["name"], "m7::new");
}

/// Editors move a file, close it under its old name, and may tell of the new one later.
#[test]
fn a_document_that_is_closed_since_it_moved_is_found_at_its_new_path() {
    let old = "m7/manifests/old.pp";
    let workspace = Workspace::new(&[("m7/metadata.json", "{}"), (old, "class m7::old {}\n")]);
    let mut client = watching(&workspace);
    let uri = workspace.uri(old);
    client.open(&uri, "class m7::old {}\n");
    fs::remove_file(workspace.root().join(old)).expect("a file");
    workspace.write("m7/manifests/new.pp", "class m7::new {}\n");
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri } }),
    );
    let end = Instant::now() + PATIENCE;
    while client.ask("workspace/symbol", json!({ "query": "m7::new" }))[0]["name"] != "m7::new" {
        assert!(Instant::now() < end, "the new file is not known");
        std::thread::sleep(Duration::from_millis(20));
    }
    // The document may have been diagnosed before it was closed.
    client.ask("shutdown", Value::Null);
    assert_eq!(client.exit(), Some(0));
    client.forget_unread();
}

/// Editors ask again for the diagnostics of what they close, and keep the answer.
#[test]
fn what_is_closed_has_the_diagnostics_of_the_disk() {
    let [old, same] = ["m7/manifests/old.pp", "m7/manifests/same.pp"];
    let text = "class m7::old {}\n";
    let workspace = Workspace::new(&[
        ("m7/metadata.json", "{}"),
        (old, text),
        (same, "class m7::same {}\n"),
    ]);
    let pulls = json!({ "textDocument": { "diagnostic": {} } });
    let mut client = Client::with_capabilities(&workspace, pulls);
    fs::remove_file(workspace.root().join(old)).expect("a file");
    for path in [old, same] {
        let document = json!({ "textDocument": { "uri": workspace.uri(path) } });
        client.open(&workspace.uri(path), "class m7::new {}\n");
        let report = client.ask("textDocument/diagnostic", document.clone());
        assert_eq!(report["items"][0]["code"], "M701", "{report}");
        client.notify("textDocument/didClose", document.clone());
        let report = client.ask("textDocument/diagnostic", document);
        assert_eq!(report["items"], json!([]), "{path}");
    }
}

/// What an editor shows becomes old when other files change on disk, or the settings say otherwise.
#[test]
fn a_client_is_told_to_ask_again_for_what_it_shows() {
    let (init, port) = ("m7/manifests/init.pp", "m7/types/port.pp");
    let text = "class m7(M7::Port $port) {}\n";
    let workspace = Workspace::new(&[(init, text), (port, "type M7::Port = Integer\n")]);
    let refreshes = json!({ "refreshSupport": true });
    let mut client = Client::with_capabilities(
        &workspace,
        json!({ "workspace": {
            "inlayHint": refreshes, "codeLens": refreshes, "semanticTokens": refreshes,
        } }),
    );
    client.open(&workspace.uri(init), text);
    client.diagnostics(&workspace.uri(init), 1);
    let is_refresh = |message: &Value| {
        let method = message["method"].as_str();
        method.is_some_and(|method| method.ends_with("/refresh"))
    };
    assert!(!client.unasked().iter().any(is_refresh));
    workspace.write(port, "type M7::Port = String\n");
    let changed = json!({ "uri": workspace.uri(port), "type": 2 });
    let changed = json!({ "changes": [changed] });
    client.notify("workspace/didChangeWatchedFiles", changed.clone());
    for method in ["inlayHint", "codeLens", "semanticTokens"] {
        client.requested(&format!("workspace/{method}/refresh"), Value::Null);
    }
    // What is the same as before is no reason.
    client.notify("workspace/didChangeWatchedFiles", changed);
    let lenses = json!({ "settings": { "codeLenses": { "references": false } } });
    client.notify("workspace/didChangeConfiguration", lenses);
    client.requested("workspace/codeLens/refresh", Value::Null);
    client.ask("workspace/symbol", json!({ "query": "m7" }));
    assert!(!client.unasked().iter().any(is_refresh));
    client.drain_diagnostics(&workspace.uri(init));
}

/// Editors ask for what they have closed, and what they have asked for may have changed with other files.
#[test]
fn a_client_that_pulls_diagnostics_is_told_of_other_files() {
    let old = "m7/manifests/old.pp";
    let text = "class m7 { include m7::new }\n";
    let workspace = Workspace::new(&[
        ("m7/metadata.json", "{}"),
        ("m7/manifests/init.pp", text),
        (old, "class m7::old {}\n"),
    ]);
    let pulls = json!({
        "textDocument": { "diagnostic": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    });
    let mut client = Client::with_capabilities(&workspace, pulls);
    client.requested("workspace/diagnostic/refresh", Value::Null);
    let document = |path| json!({ "textDocument": { "uri": workspace.uri(path) } });
    let init = document("m7/manifests/init.pp");
    client.open(&workspace.uri("m7/manifests/init.pp"), text);
    client.open(&workspace.uri(old), "class m7::old {}\n");
    let report = client.ask("textDocument/diagnostic", init.clone());
    assert_eq!(report["items"][0]["code"], "N104", "{report}");
    let path = |path| workspace.root().join(path);
    fs::rename(path(old), path("m7/manifests/new.pp")).expect("a file");
    workspace.write("m7/manifests/new.pp", "class m7::new {}\n");
    client.notify("textDocument/didClose", document(old));
    let end = Instant::now() + PATIENCE;
    loop {
        client.requested("workspace/diagnostic/refresh", Value::Null);
        let report = client.ask("textDocument/diagnostic", init.clone());
        if report["items"] == json!([]) {
            break;
        }
        assert!(Instant::now() < end, "{report}");
    }
    let report = client.ask("textDocument/diagnostic", document(old));
    assert_eq!(report["items"], json!([]), "the file is gone");
    let known =
        json!({ "previousResultIds": [{ "uri": workspace.uri(old), "value": "an older one" }] });
    let report = client.ask("workspace/diagnostic", known);
    let items = report["items"].as_array().expect("an array");
    let of_old = items.iter().find(|it| it["uri"] == workspace.uri(old));
    assert_eq!(of_old.map(|it| &it["items"]), Some(&json!([])), "{report}");
    client.ask("shutdown", Value::Null);
    assert_eq!(client.exit(), Some(0));
    client.forget_unread();
}

/// An unsaved document, which no file on disk has yet.
#[test]
fn a_document_that_was_never_saved_belongs_to_its_module() {
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        (
            "modules/web/manifests/init.pp",
            "class web { include web::new }\n",
        ),
    ]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("modules/web/manifests/new.pp");
    client.open(&uri, "class web::new { include web }\n");
    let init = workspace.uri("modules/web/manifests/init.pp");
    let until = |client: &mut Client, uri: &str, column: u32, expected: Value| {
        let params = position_params(uri, (0, column));
        let end = Instant::now() + PATIENCE;
        loop {
            let answer = client.ask("textDocument/definition", params.clone());
            if answer[0]["uri"] == expected {
                return;
            }
            assert!(
                Instant::now() < end,
                "{uri}: {answer} instead of {expected}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    until(&mut client, &uri, 26, json!(init));
    until(&mut client, &init, 25, json!(uri));
    // Closed without having been saved, it is gone.
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri } }),
    );
    until(&mut client, &init, 25, Value::Null);
    client.drain_diagnostics(&uri);
}

/// A completion that waits for the search may be overtaken by an edit: it is answered for the text that the client has now,
/// or not at all, and never as if the client were wrong.
#[test]
fn a_waiting_completion_is_overtaken_by_an_edit() {
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("modules/web/manifests/init.pp", "class web { }\n"),
    ]);
    let mut client = Client::start(&workspace);
    // The project is found.
    let init = workspace.uri("modules/web/manifests/init.pp");
    client.open(&init, "class web { }\n");
    client.ask("textDocument/hover", position_params(&init, (0, 7)));
    for name in ["one", "two", "three", "four"] {
        let uri = workspace.uri(&format!("modules/web/manifests/{name}.pp"));
        client.open(&uri, "\n\n\n\n\ninclude w");
        let completion = position_params(&uri, (5, 9));
        let asked = client.request("textDocument/completion", completion);
        let document = json!({ "uri": uri, "version": 2 });
        let change =
            json!({ "textDocument": document, "contentChanges": [{ "text": "include w" }] });
        client.notify("textDocument/didChange", change);
        if let Err(error) = client.answer(asked) {
            assert_eq!(error.code, CONTENT_MODIFIED, "{error:?}");
        }
    }
    client.ask("shutdown", Value::Null);
    assert_eq!(client.exit(), Some(0));
    client.forget_unread();
}

/// The first completion waits for the search that puts the document into its module, for as long as a person does not
/// notice; a loaded machine may take longer, so that one of several documents has to do.
#[test]
fn the_first_completion_in_a_document_that_was_never_saved() {
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("modules/web/manifests/init.pp", "class web { }\n"),
        ("modules/web/manifests/other.pp", "class web::other { }\n"),
    ]);
    let mut client = Client::start(&workspace);
    let labels = |client: &mut Client, path: &str, text: &str| {
        let uri = workspace.uri(path);
        client.open(&uri, text);
        let column = u32::try_from(text.len() - 3).expect("a short text");
        let answer = client.ask(
            "textDocument/completion",
            position_params(&uri, (0, column)),
        );
        answer.to_string()
    };
    // The project is found.
    let init = labels(
        &mut client,
        "modules/web/manifests/init.pp",
        "class web { include w }\n",
    );
    assert!(init.contains("web::other"), "{init}");
    let mut names = ["one", "two", "three", "four"].iter();
    assert!(names.any(|name| {
        let path = format!("modules/web/manifests/{name}.pp");
        let text = format!("class web::{name} {{ include w }}\n");
        labels(&mut client, &path, &text).contains("web::other")
    }));
    client.ask("shutdown", Value::Null);
    assert_eq!(client.exit(), Some(0));
    client.forget_unread();
}

#[test]
fn a_document_that_was_never_saved_keeps_its_module_when_it_is_opened_again() {
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        (
            "modules/m/types/port.pp",
            "type M::Port = Integer[1, 65535]\n",
        ),
    ]);
    let uri = workspace.uri("modules/m/manifests/new.pp");
    let text = "class m::new(M::Port $x) {\n  notice($x, $y)\n}\n";
    let mut client = watching(&workspace);
    let aliases = |client: &mut Client| {
        let answer = client.ask("textDocument/completion", position_params(&uri, (0, 16)));
        let items = answer["items"].as_array().or(answer.as_array()).cloned();
        let items = items.unwrap_or_default();
        items.iter().any(|item| item["label"] == "M::Port")
    };
    let has_module = |client: &mut Client| {
        let end = Instant::now() + PATIENCE;
        while !aliases(client) {
            assert!(Instant::now() < end, "the document is in no module");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    for pause in [0, 3, 20, 200] {
        client.open(&uri, text);
        has_module(&mut client);
        client.notify(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": uri } }),
        );
        std::thread::sleep(Duration::from_millis(pause));
        client.open(&uri, text);
        // What the looks at the disk that are under way find does not count in the end.
        std::thread::sleep(Duration::from_millis(300));
        has_module(&mut client);
        client.notify(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": uri } }),
        );
    }
    client.open(&uri, text);
    has_module(&mut client);
    let diagnostics = client.last_diagnostics(&uri);
    let codes = diagnostics.as_array().map(|all| {
        let codes = all.iter().filter_map(|it| it["code"].as_str());
        codes.map(str::to_owned).collect::<Vec<_>>()
    });
    assert!(
        codes.is_some_and(|codes| codes.contains(&"N101".to_owned())),
        "{diagnostics}"
    );
}
