//! `puppet-analyzer.chooseNode`: values for a node, and none without one.

use serde_json::{Value, json};

use crate::client::{Client, position};
use crate::workspace::Workspace;

const CODE: &str = "class web(Integer $port) {\n  if $facts['os']['family'] == 'RedHat' {\n    notice('httpd')\n  }\n  \
    $name_of = $facts['os']['name'] ? { 'Debian' => 'apache2', default => 'httpd' }\n  notice($name_of, $port)\n}\n";

fn workspace() -> Workspace {
    Workspace::new(&[
        ("environment.conf", "modulepath = modules\n"),
        ("manifests/site.pp", "node 'web01' {}\nnode 'db01' {}\n"),
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n- {name: System, path: '%{facts.os.name}.yaml'}\n",
        ),
        ("data/Debian.yaml", "web::port: 8080\n"),
        (
            "facts/web01.yaml",
            "clientcert: web01\nos: {name: Debian, family: Debian, release: {major: '12'}}\n",
        ),
        ("modules/web/manifests/init.pp", CODE),
    ])
}

fn choose(client: &mut Client, arguments: Value) -> Value {
    let command = json!({ "command": "puppet-analyzer.chooseNode", "arguments": arguments });
    client.ask("workspace/executeCommand", command)
}

fn hover(client: &mut Client, uri: &str, line: u32, column: u32) -> String {
    let place = json!({ "textDocument": { "uri": uri }, "position": position((line, column)) });
    let answer = client.ask("textDocument/hover", place);
    answer["contents"]["value"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn values_and_unused_code_are_those_of_the_chosen_node() {
    let workspace = workspace();
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("modules/web/manifests/init.pp");
    client.open(&uri, CODE);
    assert_eq!(client.diagnostics(&uri, 1), json!([]));
    let without = hover(&mut client, &uri, 5, 12);
    assert!(!without.contains("*On "), "{without}");

    let list = choose(&mut client, json!([]));
    assert_eq!(list["chosen"], Value::Null);
    let items = list["choices"].as_array().expect("a list");
    let shown: Vec<(&str, &str)> = items
        .iter()
        .take(3)
        .map(|it| (it["kind"].as_str().unwrap(), it["title"].as_str().unwrap()))
        .collect();
    assert_eq!(
        shown,
        [
            ("factSet", "web01"),
            ("node", "db01"),
            ("system", "AIX 7.1")
        ]
    );
    assert!(
        items[0]["detail"]
            .as_str()
            .unwrap()
            .starts_with("Debian 12, node web01, "),
        "{}",
        items[0]
    );

    let list = choose(&mut client, json!([items[0]["id"]]));
    assert_eq!(list["chosen"]["title"], "web01");
    let found = client.diagnostics(&uri, 1);
    assert_eq!(found[0]["code"], "V807", "{found}");
    assert_eq!(
        (&found[0]["severity"], &found[0]["tags"]),
        (&json!(4), &json!([1]))
    );
    assert_eq!(
        found[0]["message"],
        "web01 does not use this code: `$facts['os']['family'] == 'RedHat'` is false"
    );
    assert!(hover(&mut client, &uri, 5, 12).contains("*On web01*: `'apache2'`"));
    assert!(
        hover(&mut client, &uri, 0, 19)
            .contains("*On web01*: `8080` (from line 1 of data/Debian.yaml, level “System”)")
    );

    // An edit is seen at once.
    let edit = CODE.replace("'apache2'", "'apache'");
    let change = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": edit }] });
    client.notify("textDocument/didChange", change);
    client.diagnostics(&uri, 2);
    assert!(hover(&mut client, &uri, 5, 12).contains("*On web01*: `'apache'`"));

    choose(&mut client, json!(["Rocky 9"]));
    assert!(hover(&mut client, &uri, 5, 12).contains("*On Rocky 9*: `'httpd'`"));
    let list = choose(&mut client, json!([null]));
    assert_eq!(list["chosen"], Value::Null);
    let without = hover(&mut client, &uri, 5, 12);
    assert!(!without.contains("*On "), "{without}");
    client.drain_diagnostics(&uri);
}

fn refusal(client: &mut Client, command: Value) -> String {
    let id = client.request("workspace/executeCommand", command);
    client.answer(id).expect_err("it is refused").message
}

#[test]
fn what_cannot_be_chosen_is_refused() {
    let workspace = workspace();
    let mut client = Client::start(&workspace);
    for (arguments, message) in [
        (json!(["nope"]), "there is no node or operating system nope"),
        (
            json!([7]),
            "a node is chosen by the id of the list, not by 7",
        ),
    ] {
        let command = json!({ "command": "puppet-analyzer.chooseNode", "arguments": arguments });
        assert_eq!(refusal(&mut client, command), message);
    }
    let other = refusal(&mut client, json!({ "command": "other" }));
    assert_eq!(other, "there is no command other");
}
