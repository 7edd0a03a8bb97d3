//! Completion lists that are too long to be sent: typing more brings the rest, in every kind of editor.

use serde_json::{Value, json};

use crate::client::{Client, position};
use crate::methods::position_params;
use crate::workspace::Workspace;

/// More classes than a user reads.
const CLASSES: usize = 2400;

const NEAR: &str = "class near {\n  include \n}\n";

fn workspace() -> Workspace {
    let mut files = vec![(
        "environment.conf".to_owned(),
        "modulepath = modules\n".to_owned(),
    )];
    for number in 0..CLASSES {
        let name = format!("c{number:04}");
        let path = format!("modules/far/manifests/{name}.pp");
        files.push((path, format!("class far::{name} {{ }}\n")));
    }
    for (name, text) in [("init", NEAR), ("zone", "class near::zone { }\n")] {
        let path = format!("modules/near/manifests/{name}.pp");
        files.push((path, text.to_owned()));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|it| (&*it.0, &*it.1)).collect();
    Workspace::new(&files)
}

/// What the editor shows of a list, as it filters what it has: items in which the typed letters stand in their order.
fn shown(items: &[Value], typed: &str) -> Vec<String> {
    let labels = items.iter().filter_map(|item| item["label"].as_str());
    let fits = |label: &&str| {
        let mut letters = label.chars();
        typed.chars().all(|typed| letters.any(|it| it == typed))
    };
    labels.filter(fits).map(str::to_owned).collect()
}

/// Types `include far::c2399` letter by letter and says what is shown in the end: an editor that `caches` repeats the request only
/// if the list was not complete.
fn type_slowly(capabilities: Value, caches: bool) -> (Vec<String>, usize) {
    let workspace = workspace();
    let mut client = Client::with_capabilities(&workspace, capabilities);
    let uri = workspace.uri("modules/near/manifests/init.pp");
    client.open(&uri, NEAR);
    let (mut items, mut is_incomplete, mut asked) = (Vec::new(), true, 0);
    let typed = "far::c2399";
    for (column, letter) in (10..).zip(typed.chars()) {
        client.edit(
            &uri,
            column,
            (1, column as u32),
            (1, column as u32),
            &letter.to_string(),
        );
        if is_incomplete || !caches {
            let mut answer = client.ask(
                "textDocument/completion",
                position_params(&uri, (1, column as u32 + 1)),
            );
            is_incomplete = answer["isIncomplete"] == true;
            items = answer["items"]
                .as_array_mut()
                .map(std::mem::take)
                .expect("a list");
            asked += 1;
        }
    }
    client.drain_diagnostics(&uri);
    (shown(&items, typed), asked)
}

#[test]
fn what_was_left_out_is_found_by_typing_more() {
    let snippets = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    for caches in [true, false] {
        let (shown, asked) = type_slowly(snippets.clone(), caches);
        assert_eq!(shown, ["far::c2399"]);
        // The list is complete as soon as few fit.
        assert_eq!(asked, if caches { 7 } else { 10 });
    }
}

#[test]
fn what_is_near_is_in_every_list() {
    let workspace = workspace();
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("modules/near/manifests/init.pp");
    client.open(&uri, NEAR);
    let answer = client.ask("textDocument/completion", position_params(&uri, (1, 10)));
    assert_eq!(answer["isIncomplete"], true);
    let items = answer["items"].as_array().expect("a list");
    assert!(items.len() < CLASSES, "{}", items.len());
    assert_eq!(items[0]["label"], "near::zone");
    client.drain_diagnostics(&uri);
}

#[test]
fn what_all_items_share_is_sent_once() {
    let workspace = workspace();
    let completion = json!({
        "completionItem": { "snippetSupport": true, "labelDetailsSupport": true },
        "completionList": { "itemDefaults": ["editRange", "insertTextFormat", "data"] },
    });
    let capabilities = json!({ "textDocument": { "completion": completion } });
    let mut client = Client::with_capabilities(&workspace, capabilities);
    let uri = workspace.uri("modules/near/manifests/init.pp");
    client.open(
        &uri,
        "class near(Integer $port) {\n  notice($p)\n  file\n}\n",
    );
    let answer = client.ask("textDocument/completion", position_params(&uri, (1, 11)));
    assert_eq!(
        answer["itemDefaults"],
        json!({ "editRange": { "start": position((1, 9)), "end": position((1, 11)) } })
    );
    let mut port = answer["items"][0].clone();
    assert_eq!(
        port,
        json!({ "label": "$port", "kind": 10, "labelDetails": { "description": "Integer" }, "sortText": "000" })
    );
    // What we do not know of an item comes back.
    port["more"] = json!("x");
    assert_eq!(client.ask("completionItem/resolve", port.clone()), port);
    let answer = client.ask("textDocument/completion", position_params(&uri, (2, 6)));
    let items = answer["items"].as_array().expect("a list");
    let file = items
        .iter()
        .find(|it| it["label"] == "file" && it["kind"] == 22);
    let file = file.expect("the resource type").clone();
    assert_eq!(file["textEditText"], "file { '${1:title}':\n  $0\n}");
    assert_eq!(file["insertTextFormat"], 2);
    let resolved = client.ask("completionItem/resolve", file.clone());
    assert_eq!(resolved["textEditText"], file["textEditText"]);
    let text = resolved["documentation"]["value"].as_str();
    let text = text.unwrap_or_default();
    assert!(
        text.starts_with("A file, directory or symbolic link.\n\n"),
        "{text}"
    );
    assert!(text.contains("/Markdown/file.htm"), "{text}");
    // How a function is called is told when it is looked at.
    let function = items
        .iter()
        .find(|it| it["label"] == "file" && it["kind"] == 3);
    let resolved = client.ask(
        "completionItem/resolve",
        function.expect("the function").clone(),
    );
    assert_eq!(
        resolved["detail"],
        "file(Optional[String] $path, Optional[String] *$more) >> String"
    );
    client.drain_diagnostics(&uri);
}

#[test]
fn enter_accepts_no_longer_name_where_names_may_be_new() {
    let workspace = workspace();
    let uri = workspace.uri("modules/near/manifests/init.pp");
    let commits = |capabilities: Value| {
        let mut client = Client::with_capabilities(&workspace, capabilities);
        client.open(&uri, "class near {\n  include nea\n  incl\n}\n");
        let found = [(1, 13), (2, 6)].map(|at| {
            let answer = client.ask("textDocument/completion", position_params(&uri, at));
            answer["itemDefaults"]["commitCharacters"].clone()
        });
        client.drain_diagnostics(&uri);
        found
    };
    let experimental = json!({ "experimental": { "enterCommits": true } });
    assert_eq!(commits(experimental), [Value::Null, json!(["\n"])]);
    assert_eq!(commits(json!({})), [Value::Null, Value::Null]);
}

#[test]
fn editors_that_ask_choose_how_much_of_a_word_is_replaced() {
    let workspace = workspace();
    let uri = workspace.uri("modules/near/manifests/init.pp");
    let text = "class near(Integer $port) {\n  notice($port)\n}\n";
    // Where the cursor is: in the word, and after it.
    let edits = |capabilities: Value| {
        let capabilities = json!({ "textDocument": { "completion": capabilities } });
        let mut client = Client::with_capabilities(&workspace, capabilities);
        client.open(&uri, text);
        let edits = [11, 14].map(|column| {
            let answer = client.ask(
                "textDocument/completion",
                position_params(&uri, (1, column)),
            );
            let shared = &answer["itemDefaults"]["editRange"];
            let edit = &answer["items"][0]["textEdit"];
            if shared.is_null() {
                edit.clone()
            } else {
                shared.clone()
            }
        });
        client.drain_diagnostics(&uri);
        edits
    };
    let range = |to: u32| json!({ "start": position((1, 9)), "end": position((1, to)) });
    let two = json!({ "insert": range(11), "replace": range(14) });
    let item = json!({ "insertReplaceSupport": true });
    let defaults = json!({ "itemDefaults": ["editRange"] });
    assert_eq!(
        edits(json!({ "completionItem": item, "completionList": defaults })),
        [two.clone(), range(14)]
    );
    assert_eq!(
        edits(json!({ "completionItem": item })),
        [
            json!({ "newText": "$port", "insert": range(11), "replace": range(14) }),
            json!({ "newText": "$port", "range": range(14) }),
        ]
    );
    assert_eq!(
        edits(json!({ "completionList": defaults })),
        [range(11), range(14)]
    );
}
