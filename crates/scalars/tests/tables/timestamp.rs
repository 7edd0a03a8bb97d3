//! Writing and reading points in time.

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
    let mut different = Vec::new();
    for case in crate::table("TIMESTAMP_TABLE", "timestamp.jsonl") {
        let theirs = if case["k"] == "f" {
            &case["s"]
        } else {
            &case["r"]
        };
        let ours = answer(&case);
        if ours.as_deref() != theirs.as_str() {
            different.push(format!("{case}\n  we say {ours:?}"));
        }
    }
    crate::expect_none(&different);
}
