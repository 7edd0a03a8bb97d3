//! `puppetAnalyzer/dataHierarchy` and `puppetAnalyzer/dataKeys`: the tree of the side bar.

use serde_json::{Value, json};

use crate::client::Client;
use crate::workspace::Workspace;

const COMMON: &str = "web::port: 80\nweb::root: /srv\n";

fn workspace() -> Workspace {
    Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n- {name: System, path: '%{facts.os.name}.yaml'}\n\
             - {name: Common, path: common.yaml}\n- {name: Ruby, data_hash: own::data}\n",
        ),
        ("data/Debian.yaml", "web::port: 8080\n"),
        ("data/common.yaml", COMMON),
        (
            "facts/web01.yaml",
            "clientcert: web01\nos: {name: Debian, family: Debian, release: {major: '12'}}\n",
        ),
        (
            "modules/web/manifests/init.pp",
            "class web($port, $root) {}\n",
        ),
    ])
}

/// The levels with their files, in one line each.
fn levels(client: &mut Client) -> Vec<String> {
    let layers = client.ask("puppetAnalyzer/dataHierarchy", json!({}));
    let mut lines = Vec::new();
    for layer in layers.as_array().expect("layers") {
        for level in layer["levels"].as_array().expect("levels") {
            let files = level["files"].as_array().map(|files| {
                let names = files.iter().map(|file| {
                    let uri = file["uri"].as_str().expect("a URI");
                    format!("{} {}", uri.rsplit('/').next().unwrap(), file["keys"])
                });
                names.collect::<Vec<_>>()
            });
            let line = &level["range"]["start"]["line"];
            lines.push(format!(
                "{line} {} {files:?}",
                level["name"].as_str().unwrap()
            ));
        }
        assert_eq!(layer["module"], Value::Null);
    }
    lines
}

fn keys(client: &mut Client, uri: &str) -> Value {
    let document = json!({ "textDocument": { "uri": uri } });
    client.ask("puppetAnalyzer/dataKeys", document)
}

#[test]
fn the_tree_is_that_of_the_chosen_node() {
    let workspace = workspace();
    let mut client = Client::start(&workspace);
    let all = levels(&mut client);
    assert_eq!(
        all,
        [
            "2 System Some([\"Debian.yaml 1\", \"common.yaml 2\"])",
            "3 Common Some([\"common.yaml 2\"])",
            "4 Ruby None",
        ]
    );
    let common = workspace.uri("data/common.yaml");
    let found = keys(&mut client, &common);
    assert_eq!(
        found[0],
        json!({
            "key": "web::port",
            "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 9 } },
            "unused": false,
            "onNode": null,
        })
    );

    let choose = json!({ "command": "puppet-analyzer.chooseNode", "arguments": ["web01"] });
    client.ask("workspace/executeCommand", choose);
    let of_node = levels(&mut client);
    assert_eq!(of_node[0], "2 System Some([\"Debian.yaml 1\"])");
    let found = keys(&mut client, &common);
    let on_node: Vec<&Value> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["onNode"])
        .collect();
    assert_eq!(
        on_node,
        [
            &json!({ "state": "overridden", "detail": "data/Debian.yaml" }),
            &json!({ "state": "used", "detail": "'/srv'" }),
        ]
    );

    // What is edited counts at once.
    client.open(&common, "web::root: /srv\n");
    client.diagnostics(&common, 1);
    assert_eq!(levels(&mut client)[1], "3 Common Some([\"common.yaml 1\"])");
    let unknown = workspace.uri("data/none.yaml");
    assert_eq!(keys(&mut client, &unknown), Value::Null);
}
