//! Each method of the protocol that changes code, once.

use expect_test::expect;
use serde_json::{Value, json};

use crate::client::{Client, position};
use crate::methods::{PORT, WEB, check, position_params, with_web, workspace};
use crate::workspace::Workspace;

#[test]
fn linked_editing_range() {
    let workspace = workspace();
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("manifests/heredoc.pp");
    client.open(&uri, "notice(@(END))\n  ä\n  | END\n");
    client.diagnostics(&uri, 1);
    let answer = client.ask(
        "textDocument/linkedEditingRange",
        position_params(&uri, (0, 10)),
    );
    let range =
        |line, from, to| json!({ "start": position((line, from)), "end": position((line, to)) });
    assert_eq!(answer["ranges"], json!([range(0, 9, 12), range(2, 4, 7)]));
    let none = client.ask(
        "textDocument/linkedEditingRange",
        position_params(&uri, (0, 2)),
    );
    assert_eq!(none, Value::Null);
}

#[test]
fn code_action() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let mut params = json!({
        "textDocument": { "uri": uri },
        "range": { "start": position((2, 12)), "end": position((2, 12)) },
        "context": { "diagnostics": [] },
    });
    let answer = client.ask("textDocument/codeAction", params.clone());
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"title":"Use double quotes","kind":"refactor.rewrite","edit":{"changes":{"file:///modules/web/manifests/init.pp":[{"range":{"start":{"line":2,"character":10},"end":{"line":2,"character":16}},"newText":"\"/srv\""}]}}}]"#
        ]],
    );
    params["context"]["only"] = json!(["refactor.inline"]);
    let answer = client.ask("textDocument/codeAction", params);
    assert_eq!(answer, json!([]));
}

/// What editors ask for when a document is saved, and the fix of one problem.
#[test]
fn fixes() {
    let workspace = workspace();
    let uri = workspace.uri("modules/web/manifests/init.pp");
    let mut client = Client::with_capabilities(&workspace, json!({}));
    client.open(
        &uri,
        "class web(String $x = undef, Boolean $y = 'true') {\n  notice($::osfamily)\n}\n",
    );
    let diagnostics = client.diagnostics(&uri, 1);
    assert_eq!(diagnostics[1]["code"], "T210", "{diagnostics}");
    let mut params = json!({
        "textDocument": { "uri": uri },
        "range": { "start": position((0, 0)), "end": position((3, 0)) },
        "context": { "diagnostics": diagnostics, "only": ["source.fixAll"] },
    });
    let answer = client.ask("textDocument/codeAction", params.clone());
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"title":"Apply all safe fixes","kind":"source.fixAll","edit":{"changes":{"file:///modules/web/manifests/init.pp":[{"range":{"start":{"line":0,"character":10},"end":{"line":0,"character":10}},"newText":"Optional["},{"range":{"start":{"line":0,"character":16},"end":{"line":0,"character":16}},"newText":"]"}]}}}]"#
        ]],
    );
    params["context"]["only"] = json!(["quickfix"]);
    params["range"] = diagnostics[1]["range"].clone();
    let answer = client.ask("textDocument/codeAction", params);
    check(
        &workspace,
        &answer,
        &expect![[
            r##"[{"title":"Wrap the type in `Optional`","kind":"quickfix","diagnostics":[{"range":{"start":{"line":0,"character":22},"end":{"line":0,"character":27}},"severity":1,"code":"T210","codeDescription":{"href":"https://github.com/puppet-analyzer/puppet-analyzer/blob/main/docs/rules/T210-undef-default-not-optional.md"},"source":"puppet-analyzer","message":"parameter 'x' expects a String value, got Undef\nWrap the type in Optional[…], or remove the default"}],"edit":{"changes":{"file:///modules/web/manifests/init.pp":[{"range":{"start":{"line":0,"character":10},"end":{"line":0,"character":10}},"newText":"Optional["},{"range":{"start":{"line":0,"character":16},"end":{"line":0,"character":16}},"newText":"]"}]}},"isPreferred":true},{"title":"Ignore T210 on this line","kind":"quickfix","diagnostics":[{"range":{"start":{"line":0,"character":22},"end":{"line":0,"character":27}},"severity":1,"code":"T210","codeDescription":{"href":"https://github.com/puppet-analyzer/puppet-analyzer/blob/main/docs/rules/T210-undef-default-not-optional.md"},"source":"puppet-analyzer","message":"parameter 'x' expects a String value, got Undef\nWrap the type in Optional[…], or remove the default"}],"edit":{"changes":{"file:///modules/web/manifests/init.pp":[{"range":{"start":{"line":0,"character":51},"end":{"line":0,"character":51}},"newText":" # puppet-analyzer: ignore[T210]"}]}}},{"title":"Ignore T210 in this file","kind":"quickfix","diagnostics":[{"range":{"start":{"line":0,"character":22},"end":{"line":0,"character":27}},"severity":1,"code":"T210","codeDescription":{"href":"https://github.com/puppet-analyzer/puppet-analyzer/blob/main/docs/rules/T210-undef-default-not-optional.md"},"source":"puppet-analyzer","message":"parameter 'x' expects a String value, got Undef\nWrap the type in Optional[…], or remove the default"}],"edit":{"changes":{"file:///modules/web/manifests/init.pp":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"# puppet-analyzer: ignore-file[T210]\n\n"}]}}}]"##
        ]],
    );
}

#[test]
fn on_type_formatting() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let code = "  file { 'x':\n    ensure => file,\n    mode =>\n  }\n";
    client.edit(&uri, 2, (3, 0), (3, 0), code);
    let mut params = position_params(&uri, (5, 11));
    params["ch"] = json!(">");
    params["options"] = json!({ "tabSize": 2, "insertSpaces": true });
    let answer = client.ask("textDocument/onTypeFormatting", params);
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"range":{"start":{"line":5,"character":8},"end":{"line":5,"character":9}},"newText":"   "}]"#
        ]],
    );
    client.drain_diagnostics(&uri);
}

#[test]
fn formatting() {
    let workspace = workspace();
    let (mut client, uri) = with_web(&workspace);
    let code = "  file{'x':\n  ensure=>file }\n  notice( 'é' )\n";
    client.edit(&uri, 2, (3, 0), (3, 0), code);
    let mut params = json!({
        "textDocument": { "uri": uri },
        "options": { "tabSize": 4, "insertSpaces": false },
    });
    let answer = client.ask("textDocument/formatting", params.clone());
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"range":{"start":{"line":1,"character":9},"end":{"line":1,"character":9}},"newText":" "},{"range":{"start":{"line":3,"character":6},"end":{"line":3,"character":6}},"newText":" "},{"range":{"start":{"line":3,"character":7},"end":{"line":3,"character":7}},"newText":" "},{"range":{"start":{"line":4,"character":2},"end":{"line":4,"character":2}},"newText":"  "},{"range":{"start":{"line":4,"character":8},"end":{"line":4,"character":8}},"newText":" "},{"range":{"start":{"line":4,"character":10},"end":{"line":4,"character":10}},"newText":" "},{"range":{"start":{"line":5,"character":9},"end":{"line":5,"character":10}},"newText":""},{"range":{"start":{"line":5,"character":13},"end":{"line":5,"character":14}},"newText":""}]"#
        ]],
    );
    params["range"] = json!({ "start": position((5, 3)), "end": position((5, 3)) });
    let answer = client.ask("textDocument/rangeFormatting", params);
    check(
        &workspace,
        &answer,
        &expect![[
            r#"[{"range":{"start":{"line":5,"character":9},"end":{"line":5,"character":10}},"newText":""},{"range":{"start":{"line":5,"character":13},"end":{"line":5,"character":14}},"newText":""}]"#
        ]],
    );
    client.drain_diagnostics(&uri);
}

#[test]
fn formatting_is_for_puppet_code_only() {
    let workspace = workspace();
    let dynamic = json!({ "dynamicRegistration": true });
    let capabilities =
        json!({ "textDocument": { "formatting": dynamic, "rangeFormatting": dynamic } });
    let mut client = Client::with_capabilities(&workspace, capabilities);
    let asked = client.requested("client/registerCapability", serde_json::Value::Null);
    expect![[r#"{"registrations":[{"id":"textDocument/formatting","method":"textDocument/formatting","registerOptions":{"documentSelector":[{"language":"puppet"},{"language":"epp"},{"pattern":"**/*.{pp,epp}"}]}},{"id":"textDocument/rangeFormatting","method":"textDocument/rangeFormatting","registerOptions":{"documentSelector":[{"language":"puppet"},{"language":"epp"},{"pattern":"**/*.{pp,epp}"}]}}]}"#]].assert_eq(&asked.to_string());
}

#[test]
fn rename_with_its_file() {
    let workspace = workspace();
    let capabilities = json!({
        "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["rename"] } },
        "textDocument": { "rename": { "prepareSupport": true } },
    });
    let mut client = Client::with_capabilities(&workspace, capabilities);
    let uri = workspace.uri("modules/web/manifests/init.pp");
    let answer = client.ask("textDocument/prepareRename", position_params(&uri, (1, 12)));
    check(
        &workspace,
        &answer,
        &expect![[
            r#"{"range":{"start":{"line":1,"character":10},"end":{"line":1,"character":19}},"placeholder":"Web::Port"}"#
        ]],
    );
    let mut params = position_params(&uri, (1, 12));
    params["newName"] = json!("Web::Socket");
    let answer = client.ask("textDocument/rename", params);
    check(
        &workspace,
        &answer,
        &expect![[
            r#"{"documentChanges":[{"textDocument":{"uri":"file:///modules/web/manifests/init.pp","version":null},"edits":[{"range":{"start":{"line":1,"character":10},"end":{"line":1,"character":19}},"newText":"Web::Socket"}]},{"textDocument":{"uri":"file:///modules/web/types/port.pp","version":null},"edits":[{"range":{"start":{"line":0,"character":5},"end":{"line":0,"character":14}},"newText":"Web::Socket"}]},{"kind":"rename","oldUri":"file:///modules/web/types/port.pp","newUri":"file:///modules/web/types/socket.pp"}]}"#
        ]],
    );
    let mut params = position_params(&uri, (3, 3));
    params["newName"] = json!("say");
    let id = client.request("textDocument/rename", params);
    let refused = client.answer(id).expect_err("not ours");
    assert_eq!(refused.message, "`notice` is part of Puppet");
}

#[test]
fn rename_with_its_file_for_clients_without_versions() {
    let workspace = workspace();
    let capabilities = json!({
        "workspace": { "workspaceEdit": { "resourceOperations": ["rename", "create", "delete"] } },
    });
    let mut client = Client::with_capabilities(&workspace, capabilities);
    let uri = workspace.uri("modules/web/manifests/init.pp");
    let mut params = position_params(&uri, (1, 12));
    params["newName"] = json!("Web::Socket");
    let answer = client.ask("textDocument/rename", params);
    let last = answer["documentChanges"]
        .as_array()
        .and_then(|all| all.last());
    assert_eq!(
        last.map(|it| &it["kind"]),
        Some(&json!("rename")),
        "{answer}"
    );
}

#[test]
fn rename_with_data_and_specs() {
    let spec = "describe 'web' do\n  # ä\n  it { is_expected.to contain_class('web') }\nend\n";
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n  - name: all\n    path: common.yaml\n",
        ),
        (
            "data/common.yaml",
            "web::port: 80\nx: \"%{lookup('web::port')}\"\n",
        ),
        ("modules/web/manifests/init.pp", WEB),
        ("modules/web/types/port.pp", PORT),
        ("modules/web/spec/classes/web_spec.rb", spec),
        ("modules/web/spec/fixtures/other_spec.rb", spec),
        (
            "modules/web/README.md",
            "`web::port` of `web`: see `Web::Port`\n",
        ),
    ]);
    let (mut client, uri) = with_web(&workspace);
    let mut params = position_params(&uri, (1, 7));
    params["newName"] = json!("web::server");
    let answer = client.ask("textDocument/rename", params);
    let places = |path: &str| -> Vec<Value> {
        let edits = &answer["changes"][workspace.uri(path)];
        let edits = edits.as_array().into_iter().flatten();
        edits.map(|it| it["range"]["start"].clone()).collect()
    };
    assert_eq!(
        places("data/common.yaml"),
        [position((0, 0)), position((1, 14))]
    );
    assert_eq!(
        places("modules/web/spec/classes/web_spec.rb"),
        [position((0, 10)), position((2, 37))]
    );
    assert!(places("modules/web/spec/fixtures/other_spec.rb").is_empty());
    let mut params = position_params(&uri, (1, 12));
    params["context"] = json!({ "includeDeclaration": false });
    let references = client.ask("textDocument/references", params.clone());
    assert_eq!(references[1]["uri"], workspace.uri("modules/web/README.md"));
    params["newName"] = json!("Web::Socket");
    let renamed = client.ask("textDocument/rename", params);
    let page = &renamed["changes"][workspace.uri("modules/web/README.md")];
    assert_eq!(page[0]["range"]["start"], position((0, 27)), "{renamed}");
    assert!(!places("modules/web/manifests/init.pp").is_empty());
}

#[test]
fn rename_in_an_open_spec() {
    let saved = "describe 'web' do\n  let(:params) { { port: 80 } }\nend\n";
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("modules/web/manifests/init.pp", WEB),
        ("modules/web/types/port.pp", PORT),
        ("modules/web/spec/classes/web_spec.rb", saved),
    ]);
    let (mut client, _) = with_web(&workspace);
    let spec = workspace.uri("modules/web/spec/classes/web_spec.rb");
    let unsaved = format!("# frozen\n{saved}");
    client.open(&spec, &unsaved);
    assert_eq!(client.diagnostics(&spec, 1), json!([]));
    let mut params = position_params(&spec, (2, 21));
    params["newName"] = json!("number");
    let answer = client.ask("textDocument/rename", params);
    let edits = answer["changes"][&spec].as_array();
    let edits = edits.map(|it| it.iter().map(|it| it["range"]["start"].clone()));
    let edits: Option<Vec<Value>> = edits.map(Iterator::collect);
    assert_eq!(edits, Some(vec![position((2, 19))]), "{answer}");
}

#[test]
fn will_rename_files() {
    let workspace = workspace();
    let mut client = Client::start(&workspace);
    let files = json!([{
        "oldUri": workspace.uri("modules/web/types/port.pp"),
        "newUri": workspace.uri("modules/web/types/socket.pp"),
    }]);
    let answer = client.ask("workspace/willRenameFiles", json!({ "files": files }));
    let edits = answer["changes"].as_object().expect("changes");
    assert_eq!(edits.len(), 2, "{answer}");
    assert!(
        edits.values().all(|it| it[0]["newText"] == "Web::Socket"),
        "{answer}"
    );
}
