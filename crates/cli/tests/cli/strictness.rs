//! Strictness, fixes and types on the command line.

use serde_json::Value;

use crate::support::Sandbox;

const SITE: &str =
    "class web(Optional[Integer] $port = 80, $x) {\n  notice($port)\n  notice($prot)\n}\n";

fn found(arguments: &[&str]) -> Vec<Value> {
    let sandbox = Sandbox::new(&[("modules/web/manifests/init.pp", SITE)]);
    let mut all = vec!["check", "--format", "json", "."];
    all.extend(arguments);
    let answer = sandbox.run(&all);
    let lines = answer.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn codes(arguments: &[&str]) -> Vec<String> {
    let mut codes: Vec<String> = found(arguments)
        .iter()
        .map(|it| it["code"].as_str().unwrap_or_default().to_owned())
        .collect();
    codes.sort();
    codes
}

#[test]
fn the_strictness_decides_what_is_told() {
    assert_eq!(codes(&["--lenient"]), ["N101"]);
    assert_eq!(codes(&[]), ["N101"]);
    assert_eq!(codes(&["--hints"]), ["N101", "N111", "T209"]);
    assert_eq!(codes(&["--strict"]), ["N101", "N111", "T209", "T217"]);
}

#[test]
fn fixes_are_told_with_their_places() {
    let found = found(&["--fixes"]);
    let unknown = found.iter().find(|it| it["code"] == "N101").expect("N101");
    assert_eq!(unknown["name"], "unknown-variable");
    let fix = &unknown["fixes"][0];
    assert_eq!(fix["safety"], "unsafe");
    assert_eq!(fix["edits"][0]["text"], "port");
    assert_eq!(fix["edits"][0]["line"], 3);
    assert_eq!(fix["edits"][0]["column"], 11);
    assert_eq!(fix["edits"][0]["end_column"], 15);
}

#[test]
fn types_are_told_on_request() {
    let sandbox = Sandbox::new(&[("site.pp", "$a = 1 + 2\n")]);
    let answer = sandbox.run(&["check", "--reveal", "."]);
    assert!(
        answer.stdout.contains("Inferred type: Integer[3, 3]"),
        "{}",
        answer.stdout
    );
}
