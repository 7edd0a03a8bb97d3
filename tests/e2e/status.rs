//! The status of the server, and its pages.

use serde_json::{Value, json};

use crate::client::Client;
use crate::workspace::Workspace;

#[test]
fn only_open_files_are_reported_unless_a_setting_asks_for_all() {
    let closed = "modules/m/manifests/closed.pp";
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        (closed, "class {\n"),
    ]);
    let pulls = json!({ "textDocument": { "diagnostic": {} } });
    let mut client = Client::with_capabilities(&workspace, pulls);
    let report = client.ask("workspace/diagnostic", json!({ "previousResultIds": [] }));
    assert_eq!(report["items"], json!([]));
    // What the client still shows of a closed file goes.
    let known = json!([{ "uri": workspace.uri(closed), "value": "an older one" }]);
    let report = client.ask(
        "workspace/diagnostic",
        json!({ "previousResultIds": known }),
    );
    assert_eq!(report["items"][0]["items"], json!([]), "{report}");
}

#[test]
fn clients_that_ask_for_the_status_get_it() {
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("Puppetfile", "mod 'a/one'\nmod 'a/two'\n"),
        ("modules/two/manifests/init.pp", "class two { }\n"),
    ]);
    let (mut client, _) = Client::with_options(
        &workspace.uri(""),
        json!({ "experimental": { "status": true } }),
        Value::Null,
    );
    let status = client.notified("puppetAnalyzer/status");
    assert_eq!(status["state"], "indexing");
    let status = client.notified("puppetAnalyzer/status");
    assert_eq!(status["state"], "degraded", "{status}");
    assert_eq!(
        (&status["files"], &status["modules"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(status["missing"][0]["names"], json!(["one"]));
    assert_eq!(
        status["missing"][0]["uri"],
        json!(workspace.uri("Puppetfile"))
    );
    let page = client.ask(
        "puppetAnalyzer/page",
        json!({ "uri": "puppet-analyzer:/rule/N101.md" }),
    );
    assert!(
        page.as_str().is_some_and(|it| it.starts_with("# N101")),
        "{page}"
    );
}

#[test]
fn rules_are_explained_where_the_client_can() {
    let file = "modules/m/manifests/init.pp";
    let workspace = Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        (file, "class m { notice($x) }\n"),
    ]);
    for (commands, is_offered, scheme) in [
        (
            json!(["puppet-analyzer.explainRule"]),
            true,
            "puppet-analyzer:/rule/N101.md",
        ),
        (json!([]), false, "https:"),
    ] {
        let capabilities = json!({
            "textDocument": { "diagnostic": {} },
            "experimental": { "commands": commands },
        });
        let mut client = Client::with_capabilities(&workspace, capabilities);
        let document = json!({ "uri": workspace.uri(file) });
        let report = client.ask(
            "textDocument/diagnostic",
            json!({ "textDocument": document }),
        );
        let found = &report["items"][0];
        let link = found["codeDescription"]["href"]
            .as_str()
            .unwrap_or_default();
        assert!(link.starts_with(scheme), "{link}");
        let actions = client.ask(
            "textDocument/codeAction",
            json!({ "textDocument": document, "range": found["range"], "context": { "diagnostics": [found] } }),
        );
        let actions = actions.as_array().cloned().unwrap_or_default();
        let explain = actions.iter().find(|it| it["title"] == "Explain N101");
        assert_eq!(explain.is_some(), is_offered);
        let argument = explain.map(|it| it["command"]["arguments"].clone());
        assert_eq!(argument, is_offered.then(|| json!(["N101"])));
        assert!(
            actions
                .iter()
                .any(|it| it["title"] == "Ignore N101 on this line")
        );
    }
}
