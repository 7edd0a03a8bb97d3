//! Modules on the operating systems that they claim: warnings after a pause, which follow edits.

use serde_json::{Value, json};

use crate::client::Client;
use crate::workspace::Workspace;

const CODE: &str = "# A web server.\nclass web {\n  $package = $facts['os']['family'] ? {\n    'Debian' => 'apache2',\n  }\n  \
    package { $package: }\n}\n";
const METADATA: &str = r#"{"name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "x", "source": "x",
  "dependencies": [], "operatingsystem_support": [{"operatingsystem": "Debian", "operatingsystemrelease": ["12"]},
  {"operatingsystem": "Rocky", "operatingsystemrelease": ["9"]}]}"#;

fn workspace() -> Workspace {
    Workspace::new(&[("metadata.json", METADATA), ("manifests/init.pp", CODE)])
}

/// Where failures on systems are.
fn failures(diagnostics: &Value) -> Vec<(String, u64)> {
    let items = diagnostics.as_array().expect("a list").iter();
    let items = items.filter(|it| it["code"] == "V806");
    items
        .map(|it| {
            let message = it["message"].as_str().unwrap_or_default();
            let first = message.lines().next().unwrap_or_default().to_owned();
            (first, it["range"]["start"]["line"].as_u64().unwrap_or(99))
        })
        .collect()
}

/// Reads diagnostics until they are these; the client ends the test when no more come.
fn wait_for(client: &mut Client, uri: &str, version: i32, expected: &[(String, u64)]) {
    while failures(&client.diagnostics(uri, version)) != expected {}
}

#[test]
fn failures_are_shown_after_a_pause_and_follow_edits() {
    let workspace = workspace();
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("manifests/init.pp");
    client.open(&uri, CODE);
    let expected = |line| vec![("The selector has no entry for Rocky 9".to_owned(), line)];
    wait_for(&mut client, &uri, 1, &expected(2));
    // It moves with its code until the module is checked again.
    client.edit(&uri, 2, (0, 0), (0, 0), "# More.\n");
    wait_for(&mut client, &uri, 2, &expected(3));
    client.edit(&uri, 3, (4, 0), (4, 0), "    'RedHat' => 'httpd',\n");
    wait_for(&mut client, &uri, 3, &[]);
    client.edit(&uri, 4, (4, 0), (5, 0), "");
    wait_for(&mut client, &uri, 4, &expected(3));
    client.drain_diagnostics(&uri);
}

#[test]
fn a_setting_turns_it_off() {
    let workspace = workspace();
    let settings = json!({ "diagnostics": { "operatingSystems": false } });
    let (mut client, _) = Client::with_options(&workspace.uri(""), json!({}), settings);
    let uri = workspace.uri("manifests/init.pp");
    client.open(&uri, CODE);
    assert_eq!(failures(&client.diagnostics(&uri, 1)), []);
    std::thread::sleep(std::time::Duration::from_secs(3));
    assert_eq!(client.unasked(), Vec::<Value>::new());
}
