//! Writing and reading points in time against what Ruby 3.1 does.

use std::fs;

use puppet_scalars::Timestamp;
use serde_json::Value;

/// Our answer to a line: to write (`f`) or to read (`p`).
fn answer(case: &Value) -> Option<String> {
    let format = case["f"].as_str().expect("a format");
    if case["k"] == "f" {
        let nanos = case["ns"]
            .as_str()
            .and_then(|text| text.parse().ok())
            .expect("a number");
        Timestamp::from_nanos(nanos)
            .format(format, case["tz"].as_str())
            .ok()
    } else {
        let text = case["s"].as_str().expect("a text");
        Timestamp::parse_one(text, format, None)
            .ok()
            .map(|time| time.nanos().to_string())
    }
}

#[test]
fn agrees_with_ruby() {
    let path = std::env::var("TIME_TABLE")
        .unwrap_or_else(|_| format!("{}/tests/data/time.jsonl", env!("CARGO_MANIFEST_DIR")));
    let table = fs::read_to_string(path).expect("the table");
    let mut different = Vec::new();
    for line in table.lines() {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        let theirs = if case["k"] == "f" {
            &case["s"]
        } else {
            &case["r"]
        };
        let ours = answer(&case);
        if ours.as_deref() != theirs.as_str() {
            different.push(format!("{line}\n  we say {ours:?}"));
        }
    }
    assert!(
        different.is_empty(),
        "{} differences:\n{}",
        different.len(),
        different.join("\n")
    );
}
