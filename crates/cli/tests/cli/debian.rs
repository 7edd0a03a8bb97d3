//! The modules that Debian packages, where they are installed: exactly the errors that real Puppet proves.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use crate::support::run_in;

const MODULES: &str = "/usr/share/puppet/modules";

/// A module that is there if all are; the list of proofs is about these versions.
const WITNESSES: [(&str, &str); 2] = [
    ("apache/metadata.json", "\"version\": \"5.5.0\""),
    ("oci/manifests/controller.pp", ""),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proofs {
    error: Vec<Proof>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proof {
    file: String,
    lines: Vec<u64>,
    rule: String,
    puppet: String,
    manifest: String,
}

type Error = (String, u64, String);

fn proven() -> BTreeSet<Error> {
    let text = include_str!("../../../../tests/debian/proofs.toml");
    let proofs: Proofs = toml::from_str(text).expect("the list of proofs");
    let mut errors = BTreeSet::new();
    for proof in proofs.error {
        assert!(!proof.puppet.is_empty() && !proof.manifest.is_empty());
        for line in proof.lines {
            errors.insert((proof.file.clone(), line, proof.rule.clone()));
        }
    }
    errors
}

#[test]
fn every_error_in_debians_modules_is_proven() {
    let proven = proven();
    let is_here = |(file, text): &(&str, &str)| {
        std::fs::read_to_string(Path::new(MODULES).join(file))
            .is_ok_and(|found| found.contains(text))
    };
    if !WITNESSES.iter().all(is_here) {
        return;
    }
    let answer = run_in(Path::new(MODULES), &["check", "--format", "json", "."]);
    let found: BTreeSet<Error> = answer
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter(|it| it["severity"] == "error")
        .map(|it| {
            let text = |key: &str| it[key].as_str().unwrap_or_default().to_owned();
            (text("file"), it["line"].as_u64().unwrap_or(0), text("code"))
        })
        .collect();
    let list = |errors: Vec<&Error>| -> String {
        let lines = errors
            .iter()
            .map(|(file, line, code)| format!("  {file}:{line} {code}\n"));
        lines.collect()
    };
    assert!(
        found == proven,
        "not proven:\n{}not found any more:\n{}",
        list(found.difference(&proven).collect()),
        list(proven.difference(&found).collect())
    );
}
