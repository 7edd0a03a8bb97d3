//! Each method of the protocol once: the answers of a feature are tested beside the feature.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::client::{Client, documented_kind, position};
use crate::workspace::Workspace;

pub(crate) const WEB: &str = "# @summary Serves pages.\nclass web(Web::Port $port) {\n  $root = '/srv'\n  notice($root, $port)\n}\n";
pub(crate) const PORT: &str = "type Web::Port = Integer[1, 65535]\n";

pub(crate) fn workspace() -> Workspace {
    Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("manifests/site.pp", "class { 'web': port => 80 }\n"),
        ("modules/web/manifests/init.pp", WEB),
        ("modules/web/types/port.pp", PORT),
    ])
}

/// A session with `init.pp` open.
pub(crate) fn with_web(workspace: &Workspace) -> (Client, String) {
    let mut client = Client::start(workspace);
    let uri = workspace.uri("modules/web/manifests/init.pp");
    client.open(&uri, WEB);
    assert_eq!(client.diagnostics(&uri, 1), json!([]));
    (client, uri)
}

pub(crate) fn position_params(uri: &str, place: (u32, u32)) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": position(place) })
}

/// Compares an answer, with the workspace's folder left out.
pub(crate) fn check(workspace: &Workspace, answer: &Value, expected: &Expect) {
    expected.assert_eq(&answer.to_string().replace(&workspace.uri(""), "file:///"));
}

#[test]
fn hover() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let answer = client.ask("textDocument/hover", position_params(&uri, (1, 12)));
    check(
        &workspace,
        &answer,
        &expect![[
            r#"{"contents":{"kind":"plaintext","value":"type Web::Port = Integer[1, 65535]"},"range":{"start":{"line":1,"character":10},"end":{"line":1,"character":19}}}"#
        ]],
    );
}

#[test]
fn definition() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let answer = client.ask("textDocument/definition", position_params(&uri, (1, 12)));
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"uri":"file:///modules/web/types/port.pp","range":{"start":{"line":0,"character":5},"end":{"line":0,"character":14}}}]"#
        ]],
    );
}

#[test]
fn definition_of_what_puppet_has() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    client.edit(&uri, 2, (3, 0), (3, 0), "  notice(abs(1))\n");
    let answer = client.ask("textDocument/definition", position_params(&uri, (3, 10)));
    let path = answer[0]["uri"].as_str().unwrap_or_default();
    let path = path.strip_prefix("file://").unwrap_or_default();
    assert!(path.ends_with("/function/abs.md"), "{answer}");
    let text = std::fs::read_to_string(path).expect("a file");
    let line = answer[0]["range"]["start"]["line"].as_u64().unwrap_or(0);
    let line = text.lines().nth(usize::try_from(line).expect("a line"));
    assert_eq!(line, Some("# abs"), "{answer}");
    assert!(std::fs::metadata(path).is_ok_and(|it| it.permissions().readonly()));
    let page = json!({ "uri": "puppet-analyzer:/function/abs.md" });
    assert_eq!(client.ask("puppetAnalyzer/page", page), text);
    let none = json!({ "uri": "puppet-analyzer:/function/none.md" });
    assert!(client.ask("puppetAnalyzer/page", none).is_null());
    client.drain_diagnostics(&uri);
}

#[test]
fn declaration_and_type_definition() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let answer = client.ask("textDocument/declaration", position_params(&uri, (3, 12)));
    assert_eq!(
        answer[0]["range"]["start"],
        json!({ "line": 2, "character": 2 })
    );
    let answer = client.ask(
        "textDocument/typeDefinition",
        position_params(&uri, (1, 22)),
    );
    assert_eq!(answer[0]["uri"], workspace.uri("modules/web/types/port.pp"));
}

#[test]
fn semantic_tokens() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let mut params = json!({ "textDocument": { "uri": uri } });
    let full = client.ask("textDocument/semanticTokens/full", params.clone());
    check(
        &workspace,
        &full["data"],
        &expect![[
            r#"[0,0,24,11,0,1,0,5,7,0,0,6,3,0,1,0,4,9,2,0,0,10,5,4,1,1,2,5,5,1,0,8,6,8,0,1,2,6,3,2,0,7,5,5,0,0,7,5,4,0]"#
        ]],
    );
    params["range"] = json!({ "start": position((2, 0)), "end": position((2, 99)) });
    let part = client.ask("textDocument/semanticTokens/range", params.clone());
    check(&workspace, &part["data"], &expect!["[2,2,5,5,1,0,8,6,8,0]"]);
    params["previousResultId"] = full["resultId"].clone();
    let delta = client.ask("textDocument/semanticTokens/full/delta", params.clone());
    assert_eq!(delta["edits"], json!([]));
    client.edit(&uri, 2, (2, 10), (2, 16), "1");
    let delta = client.ask("textDocument/semanticTokens/full/delta", params);
    check(
        &workspace,
        &delta["edits"],
        &expect![[r#"[{"start":30,"deleteCount":5,"data":[0,8,1,9,0]}]"#]],
    );
    client.drain_diagnostics(&uri);
}

#[test]
fn selection_range() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let params = json!({ "textDocument": { "uri": uri }, "positions": [position((3, 11)), position((0, 0))] });
    let answer = client.ask("textDocument/selectionRange", params);
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"range":{"start":{"line":3,"character":10},"end":{"line":3,"character":14}},"parent":{"range":{"start":{"line":3,"character":9},"end":{"line":3,"character":14}},"parent":{"range":{"start":{"line":3,"character":9},"end":{"line":3,"character":21}},"parent":{"range":{"start":{"line":3,"character":8},"end":{"line":3,"character":22}},"parent":{"range":{"start":{"line":3,"character":2},"end":{"line":3,"character":22}},"parent":{"range":{"start":{"line":2,"character":2},"end":{"line":3,"character":22}},"parent":{"range":{"start":{"line":1,"character":27},"end":{"line":4,"character":1}},"parent":{"range":{"start":{"line":1,"character":0},"end":{"line":4,"character":1}},"parent":{"range":{"start":{"line":0,"character":0},"end":{"line":5,"character":0}}}}}}}}}}},{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":24}},"parent":{"range":{"start":{"line":0,"character":0},"end":{"line":5,"character":0}}}}]"#
        ]],
    );
}

#[test]
fn data_leads_to_parameters() {
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n  - name: all\n    path: common.yaml\n",
        ),
        ("data/common.yaml", "web::port: 80\n"),
        ("modules/web/manifests/init.pp", WEB),
        ("modules/web/types/port.pp", PORT),
    ]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("data/common.yaml");
    let document =
        json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": "# ä\nweb::port: 80\n" });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let answer = client.ask("textDocument/definition", position_params(&uri, (1, 6)));
    assert_eq!(
        answer[0]["uri"],
        workspace.uri("modules/web/manifests/init.pp")
    );
    let mut params = position_params(&uri, (1, 6));
    params["context"] = json!({ "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false });
    let references = client.ask("textDocument/references", params.clone());
    assert_eq!(references.as_array().map(Vec::len), Some(3), "{references}");
    // What is only about Puppet code says nothing.
    params["range"] = json!({ "start": position((1, 3)), "end": position((1, 6)) });
    params["positions"] = json!([position((1, 6))]);
    params["ch"] = json!(">");
    params["options"] = json!({ "tabSize": 2, "insertSpaces": true });
    for method in [
        "hover",
        "typeDefinition",
        "implementation",
        "documentHighlight",
        "completion",
        "signatureHelp",
        "documentSymbol",
        "foldingRange",
        "formatting",
        "rangeFormatting",
        "selectionRange",
        "semanticTokens/full",
        "semanticTokens/range",
        "inlayHint",
        "codeLens",
        "documentLink",
        "codeAction",
        "onTypeFormatting",
        "prepareCallHierarchy",
        "linkedEditingRange",
    ] {
        let id = client.request(&format!("textDocument/{method}"), params.clone());
        assert!(client.answer(id).is_ok(), "{method}");
    }
    client.drain_diagnostics(&uri);
}

#[test]
fn data_is_understood() {
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n  - name: all\n    path: common.yaml\n",
        ),
        ("data/common.yaml", "web::port: 80\n"),
        ("modules/web/manifests/init.pp", WEB),
        ("modules/web/types/port.pp", PORT),
    ]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("data/common.yaml");
    let open = |client: &mut Client, version: u32, text: &str| {
        let document =
            json!({ "uri": uri, "languageId": "yaml", "version": version, "text": text });
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    };
    open(&mut client, 1, "web::port: http\n");
    let diagnostics = client.diagnostics(&uri, 1);
    assert_eq!(diagnostics[0]["code"], "H603", "{diagnostics}");
    let hover = client.ask("textDocument/hover", position_params(&uri, (0, 6)));
    check(
        &workspace,
        &hover,
        &expect![[
            r#"{"contents":{"kind":"plaintext","value":"class web\n\nWeb::Port $port\n\n*From Hiera*\n\n- `http` from data/common.yaml (all)"},"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":9}}}"#
        ]],
    );
    let symbols = client.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": uri } }),
    );
    assert_eq!(symbols[0]["name"], "web::port", "{symbols}");
    let levels = client.ask("textDocument/implementation", position_params(&uri, (0, 6)));
    assert_eq!(levels[0]["uri"], uri, "{levels}");
    let change = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": "web:" }] });
    client.notify("textDocument/didChange", change);
    let items = client.ask("textDocument/completion", position_params(&uri, (0, 4)));
    let items = &items["items"];
    assert_eq!(items[0]["label"], "web::port", "{items}");
    let resolved = client.ask("completionItem/resolve", items[0].clone());
    assert_eq!(resolved["label"], "web::port", "{resolved}");
    client.drain_diagnostics(&uri);
}

#[test]
fn needed_modules_are_understood() {
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("Puppetfile", "mod 'me-web'\n"),
        (
            "modules/web/metadata.json",
            r#"{"name": "me-web", "version": "1.0.0", "author": "me", "license": "x", "source": "x", "dependencies": []}"#,
        ),
        ("modules/web/manifests/init.pp", WEB),
        ("modules/web/types/port.pp", PORT),
    ]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("Puppetfile");
    let document =
        json!({ "uri": uri, "languageId": "ruby", "version": 1, "text": "mod 'me-web'\nmod 'me" });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let hover = client.ask("textDocument/hover", position_params(&uri, (0, 8)));
    assert!(hover.to_string().contains("1.0.0"), "{hover}");
    let links = client.ask(
        "textDocument/documentLink",
        json!({ "textDocument": { "uri": uri } }),
    );
    assert_eq!(
        links[0]["target"],
        workspace.uri("modules/web/metadata.json")
    );
    let document = json!({ "uri": uri, "version": 2 });
    let change = json!({ "textDocument": document, "contentChanges": [{ "text": "mod 'me" }] });
    client.notify("textDocument/didChange", change);
    let items = client.ask("textDocument/completion", position_params(&uri, (0, 7)));
    assert_eq!(items["items"][0]["label"], "me-web", "{items}");
    client.drain_diagnostics(&uri);
}

#[test]
fn document_link() {
    let workspace = workspace();
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("manifests/links.pp");
    client.open(&uri, "# https://example.org/\n");
    client.diagnostics(&uri, 1);
    let answer = client.ask(
        "textDocument/documentLink",
        json!({ "textDocument": { "uri": uri } }),
    );
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":22}},"target":"https://example.org/"}]"#
        ]],
    );
}

#[test]
fn references() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let mut params = position_params(&uri, (1, 22));
    params["context"] = json!({ "includeDeclaration": false });
    let answer = client.ask("textDocument/references", params);
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"uri":"file:///manifests/site.pp","range":{"start":{"line":0,"character":15},"end":{"line":0,"character":19}}},{"uri":"file:///modules/web/manifests/init.pp","range":{"start":{"line":3,"character":17},"end":{"line":3,"character":21}}}]"#
        ]],
    );
}

#[test]
fn document_highlight() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let answer = client.ask(
        "textDocument/documentHighlight",
        position_params(&uri, (3, 12)),
    );
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"range":{"start":{"line":2,"character":3},"end":{"line":2,"character":7}},"kind":3},{"range":{"start":{"line":3,"character":10},"end":{"line":3,"character":14}},"kind":2}]"#
        ]],
    );
}

#[test]
fn completion() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    client.edit(&uri, 2, (3, 0), (3, 99), "  $x = Array[Web::]");
    let answer = client.ask("textDocument/completion", position_params(&uri, (3, 18)));
    assert_eq!(answer["isIncomplete"], false);
    let items = answer["items"].as_array().expect("a list");
    let port = items
        .iter()
        .find(|item| item["label"] == "Web::Port")
        .expect("the alias");
    let mut shown = port.clone();
    shown["data"] = documented_kind(&shown["data"]);
    check(
        &workspace,
        &shown,
        &expect![[
            r#"{"label":"Web::Port","kind":8,"detail":"element type","sortText":"000","textEdit":{"range":{"start":{"line":3,"character":13},"end":{"line":3,"character":18}},"newText":"Web::Port"},"data":7}"#
        ]],
    );
    client.drain_diagnostics(&uri);
}

#[test]
fn completion_item_resolve() {
    let workspace = workspace();
    let (mut client, _) = with_web(&workspace);
    let uri = workspace.uri("modules/web/manifests/other.pp");
    client.open(&uri, "class web::other {\n  include we\n}\n");
    let answer = client.ask("textDocument/completion", position_params(&uri, (1, 12)));
    let items = answer["items"].as_array().expect("a list");
    let web = items.iter().find(|item| item["label"] == "web");
    let web = web.expect("the class");
    assert_eq!(web["documentation"], Value::Null);
    let resolved = client.ask("completionItem/resolve", web.clone());
    assert_eq!(
        resolved["documentation"],
        json!({ "kind": "markdown", "value": "Serves pages." })
    );
    // What has nothing to say comes back as it is.
    let bare = json!({ "label": "if" });
    assert_eq!(client.ask("completionItem/resolve", bare.clone()), bare);
    client.drain_diagnostics(&uri);
}

#[test]
fn implementation() {
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("manifests/site.pp", "db { 'x': }\n"),
        ("modules/db/manifests/init.pp", "class db { }\n"),
        (
            "modules/db/lib/puppet/provider/db/a.rb",
            "# The usual one.\nPuppet::Type.type(:db).provide(:a) do\nend\n",
        ),
    ]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("manifests/site.pp");
    client.open(&uri, "db { 'x': }\n");
    client.diagnostics(&uri, 1);
    let answer = client.ask("textDocument/implementation", position_params(&uri, (0, 1)));
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"uri":"file:///modules/db/lib/puppet/provider/db/a.rb","range":{"start":{"line":1,"character":32},"end":{"line":1,"character":33}}}]"#
        ]],
    );
}

#[test]
fn signature_help() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    client.edit(&uri, 2, (3, 0), (3, 99), "  notice(abs('ä', ");
    let answer = client.ask("textDocument/signatureHelp", position_params(&uri, (3, 14)));
    check(
        &workspace,
        &answer,
        &expect![[
            r#"{"signatures":[{"label":"abs(Numeric $val) >> Numeric","documentation":{"kind":"markdown","value":"Returns the absolute value of a number."},"parameters":[{"label":[4,16]}],"activeParameter":0},{"label":"abs(String $val) >> Numeric","documentation":{"kind":"markdown","value":"Returns the absolute value of a number."},"parameters":[{"label":[4,15]}],"activeParameter":0}],"activeSignature":0,"activeParameter":0}"#
        ]],
    );
    client.drain_diagnostics(&uri);
}

#[test]
fn signature_help_of_resources_comes_on_request() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    client.edit(&uri, 2, (3, 0), (3, 99), "  file { '/a': mode => ");
    let mut request = |context: Value| {
        let mut params = position_params(&uri, (3, 23));
        params["context"] = context;
        client.ask("textDocument/signatureHelp", params)
    };
    let invoked = request(json!({ "triggerKind": 1, "isRetrigger": false }));
    let label = invoked["signatures"][0]["label"].as_str();
    assert!(label.is_some_and(|it| it.starts_with("file { mode, … ")));
    let typed = json!({ "triggerKind": 2, "triggerCharacter": ",", "isRetrigger": false });
    assert_eq!(request(typed), Value::Null);
    let open = json!({ "triggerKind": 3, "isRetrigger": true, "activeSignatureHelp": invoked });
    assert_eq!(request(open), invoked);
    client.drain_diagnostics(&uri);
}

#[test]
fn inlay_hint() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    client.edit(
        &uri,
        2,
        (3, 0),
        (3, 0),
        "  $size = abs($port)\n  [$size].each |$n| { notice($n) }\n",
    );
    let params = json!({
        "textDocument": { "uri": uri },
        "range": { "start": position((0, 0)), "end": position((9, 0)) },
    });
    let answer = client.ask("textDocument/inlayHint", params);
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"position":{"line":3,"character":7},"label":": Numeric","kind":1},{"position":{"line":4,"character":16},"label":"Numeric ","kind":1,"textEdits":[{"range":{"start":{"line":4,"character":16},"end":{"line":4,"character":16}},"newText":"Numeric "}]}]"#
        ]],
    );
    client.drain_diagnostics(&uri);
}

#[test]
fn code_lens() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let lenses = client.ask(
        "textDocument/codeLens",
        json!({ "textDocument": { "uri": uri } }),
    );
    let resolved = client.ask("codeLens/resolve", lenses[0].clone());
    check(
        &workspace,
        &resolved,
        &expect![[
            r#"{"range":{"start":{"line":1,"character":6},"end":{"line":1,"character":9}},"command":{"title":"1 reference","command":""},"data":"file:///modules/web/manifests/init.pp"}"#
        ]],
    );
}

#[test]
fn call_hierarchy() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let items = client.ask(
        "textDocument/prepareCallHierarchy",
        position_params(&uri, (1, 7)),
    );
    let item = json!({ "item": items[0] });
    let incoming = client.ask("callHierarchy/incomingCalls", item.clone());
    check(
        &workspace,
        &incoming,
        &expect![[
            r#"[{"from":{"name":"site.pp","kind":1,"uri":"file:///manifests/site.pp","range":{"start":{"line":0,"character":0},"end":{"line":1,"character":0}},"selectionRange":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}},"fromRanges":[{"start":{"line":0,"character":9},"end":{"line":0,"character":12}}]}]"#
        ]],
    );
    let outgoing = client.ask("callHierarchy/outgoingCalls", item);
    assert_eq!(outgoing, json!([]));
    let site = json!({ "item": incoming[0]["from"] });
    let back = client.ask("callHierarchy/outgoingCalls", site);
    assert_eq!(back[0]["to"]["name"], "web", "{back}");
}

#[test]
fn type_hierarchy() {
    let workspace = workspace();
    let capabilities =
        json!({ "textDocument": { "typeHierarchy": { "dynamicRegistration": true } } });
    let mut client = Client::with_capabilities(&workspace, capabilities);
    let asked = client.requested("client/registerCapability", Value::Null);
    assert_eq!(
        asked["registrations"][0]["method"],
        "textDocument/prepareTypeHierarchy"
    );
    let uri = workspace.uri("modules/web/manifests/init.pp");
    let items = client.ask(
        "textDocument/prepareTypeHierarchy",
        position_params(&uri, (1, 12)),
    );
    assert_eq!(items[0]["name"], "Web::Port");
    let item = json!({ "item": items[0] });
    assert_eq!(
        client.ask("typeHierarchy/supertypes", item.clone()),
        json!([])
    );
    assert_eq!(client.ask("typeHierarchy/subtypes", item), json!([]));
}

#[test]
fn document_symbol_and_folding() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let document = json!({ "textDocument": { "uri": uri } });
    let answer = client.ask("textDocument/documentSymbol", document.clone());
    let names: Vec<_> = answer
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| it["name"].as_str())
        .collect();
    assert_eq!(names, [Some("web"), Some("$port"), Some("$root")]);
    let answer = client.ask("textDocument/foldingRange", document);
    check(
        &workspace,
        &answer,
        &expect![[r#"[{"startLine":1,"startCharacter":28,"endLine":4,"endCharacter":0}]"#]],
    );
}

#[test]
fn workspace_symbol() {
    let workspace = workspace();
    let mut client = Client::start(&workspace);
    let answer = client.ask("workspace/symbol", json!({ "query": "port" }));
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"name":"Web::Port","kind":11,"location":{"uri":"file:///modules/web/types/port.pp","range":{"start":{"line":0,"character":5},"end":{"line":0,"character":14}}}}]"#
        ]],
    );
}

#[test]
fn diagnostics_are_pushed() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    client.edit(&uri, 2, (3, 0), (3, 0), "  $x = [1,\n");
    let found = client.diagnostics(&uri, 2);
    check(
        &workspace,
        &found,
        &expect![[
            r#"[{"range":{"start":{"line":4,"character":22},"end":{"line":4,"character":22}},"severity":1,"code":"S001","codeDescription":{"href":"https://github.com/puppet-analyzer/puppet-analyzer/blob/main/docs/rules/S001-syntax-error.md"},"source":"puppet-analyzer","message":"Expected `]` here"}]"#
        ]],
    );
    client.edit(&uri, 3, (3, 0), (4, 0), "");
    assert_eq!(client.diagnostics(&uri, 3), json!([]));
    client.edit(&uri, 4, (3, 0), (3, 0), "}");
    assert_ne!(client.diagnostics(&uri, 4), json!([]));
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri } }),
    );
    let cleared = client.notified("textDocument/publishDiagnostics");
    assert_eq!(cleared["diagnostics"], json!([]));
}

#[test]
fn diagnostics_are_pulled_where_the_client_can() {
    let workspace = workspace();
    let mut client =
        Client::with_capabilities(&workspace, json!({ "textDocument": { "diagnostic": {} } }));
    let uri = workspace.uri("modules/web/manifests/init.pp");
    client.open(&uri, "class web {\n");
    let mut params = json!({ "textDocument": { "uri": uri } });
    let full = client.ask("textDocument/diagnostic", params.clone());
    assert_eq!(full["kind"], "full");
    assert_eq!(full["items"].as_array().map(Vec::len), Some(1));
    params["previousResultId"] = full["resultId"].clone();
    assert_eq!(
        client.ask("textDocument/diagnostic", params)["kind"],
        "unchanged"
    );
}

/// A new file belongs to its module only after a search of the disk, and its name is wrong only then.
#[test]
fn the_first_pull_of_a_new_document_is_complete() {
    let workspace = workspace();
    let mut client =
        Client::with_capabilities(&workspace, json!({ "textDocument": { "diagnostic": {} } }));
    let pull = |client: &mut Client, uri: &str| {
        let params = json!({ "textDocument": { "uri": uri } });
        client.ask("textDocument/diagnostic", params)
    };
    let known = workspace.uri("modules/web/manifests/init.pp");
    client.open(&known, "class web { }\n");
    assert_eq!(pull(&mut client, &known)["items"], json!([]));
    for index in 0..5 {
        let new = workspace.uri(&format!("modules/web/manifests/new{index}.pp"));
        client.open(&new, "class web::old { }\n");
        let codes = pull(&mut client, &new)["items"].clone();
        assert_eq!(codes[0]["code"], "M701", "{index} {codes}");
    }
}

#[test]
fn diagnostics_that_are_pulled_are_never_pushed() {
    let workspace = workspace();
    let mut client =
        Client::with_capabilities(&workspace, json!({ "textDocument": { "diagnostic": {} } }));
    let uri = workspace.uri("modules/web/manifests/init.pp");
    client.open(&uri, "class web {\n");
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "puppet-analyzer": { "strictness": "strict" } } }),
    );
    let params = json!({ "textDocument": { "uri": uri } });
    assert_eq!(
        client.ask("textDocument/diagnostic", params)["kind"],
        "full"
    );
    assert_eq!(client.last_diagnostics(&uri), Value::Null);
}

#[test]
fn diagnostics_of_the_whole_workspace() {
    let wrong = |index: usize| (format!("modules/m/manifests/c{index:03}.pp"), "class {\n");
    let files: Vec<(String, &str)> = (0..70).map(wrong).collect();
    let mut files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, *text)).collect();
    files.extend([
        ("environment.conf", "modulepath = modules\n"),
        ("modules/m/manifests/init.pp", "class m { }\n"),
    ]);
    let workspace = Workspace::new(&files);
    let pulls = json!({ "textDocument": { "diagnostic": {} } });
    let all = json!({ "diagnostics": { "workspace": true } });
    let (mut client, _) = Client::with_options(&workspace.uri(""), pulls, all);
    let params =
        json!({ "previousResultIds": [], "workDoneToken": "w", "partialResultToken": "p" });
    let last = client.ask("workspace/diagnostic", params);
    assert_eq!(client.notified("$/progress")["value"]["kind"], "begin");
    assert_eq!(
        client.notified("$/progress"),
        json!({ "token": "w", "value": { "kind": "report", "message": "64/72 files", "percentage": 88 } })
    );
    let part = client.notified("$/progress");
    assert_eq!(part["token"], "p");
    assert_eq!(client.notified("$/progress")["value"]["kind"], "end");
    let count = |report: &Value| report["items"].as_array().map_or(0, Vec::len);
    assert_eq!(count(&part["value"]) + count(&last), 70);

    // What the client has is not sent again.
    let first = &part["value"]["items"][0];
    let known = json!([{ "uri": first["uri"], "value": first["resultId"] }]);
    let all = client.ask(
        "workspace/diagnostic",
        json!({ "previousResultIds": known }),
    );
    assert_eq!(count(&all), 70);
    assert_eq!(all["items"][0]["kind"], "unchanged");
    assert_eq!(all["items"][1]["kind"], "full");
}

#[test]
fn diagnostics_of_all_files_are_pushed_if_a_setting_says_so() {
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("modules/m/manifests/init.pp", "class m {\n"),
        ("modules/m/manifests/good.pp", "class m::good { }\n"),
    ]);
    let mut client = Client::start(&workspace);
    for is_on in [true, false] {
        let settings = json!({ "puppet-analyzer": { "diagnostics": { "workspace": is_on } } });
        let params = json!({ "settings": settings });
        client.notify("workspace/didChangeConfiguration", params);
        let found = client.notified("textDocument/publishDiagnostics");
        assert_eq!(found["uri"], workspace.uri("modules/m/manifests/init.pp"));
        let count = found["diagnostics"].as_array().map(Vec::len);
        assert_eq!(count, Some(usize::from(is_on)));
    }
}

#[test]
fn syntax_tree_and_inferred_type() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let mut params = json!({ "textDocument": { "uri": uri } });
    let tree = client.ask("puppetAnalyzer/syntaxTree", params.clone());
    assert!(
        tree.as_str()
            .is_some_and(|tree| tree.starts_with("SOURCE_FILE@0.."))
    );
    params["range"] = json!({ "start": position((2, 11)), "end": position((2, 11)) });
    let found = client.ask("puppetAnalyzer/inferredType", params);
    check(
        &workspace,
        &found,
        &expect![[
            r#"{"range":{"start":{"line":2,"character":10},"end":{"line":2,"character":16}},"type":"String"}"#
        ]],
    );
}

#[test]
fn resource_graph() {
    let workspace = workspace();
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("manifests/site.pp");
    client.open(
        &uri,
        "class { 'web': port => 80 }\nfile { '/a': require => Class['web'] }\n",
    );
    client.diagnostics(&uri, 1);
    let document = json!({ "textDocument": { "uri": uri } });
    let graph = client.ask("puppetAnalyzer/resourceGraph", document);
    check(
        &workspace,
        &graph,
        &expect![[
            r#"{"nodes":[{"kind":"class","label":"Class['web']","range":{"start":{"line":0,"character":8},"end":{"line":0,"character":13}},"declared":true,"virtual":false,"definition":{"uri":"file:///modules/web/manifests/init.pp","range":{"start":{"line":1,"character":6},"end":{"line":1,"character":9}}}},{"kind":"resource","label":"File['/a']","range":{"start":{"line":1,"character":7},"end":{"line":1,"character":11}},"declared":true,"virtual":false}],"edges":[{"from":0,"to":1,"refreshes":false,"written":"require","range":{"start":{"line":1,"character":13},"end":{"line":1,"character":20}}}]}"#
        ]],
    );
    let unknown = json!({ "textDocument": { "uri": workspace.uri("manifests/none.pp") } });
    let none = client.ask("puppetAnalyzer/resourceGraph", unknown);
    assert_eq!(none, Value::Null);
}
