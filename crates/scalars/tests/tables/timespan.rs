//! Writing and reading timespans.

use puppet_scalars::{Timespan, TimespanFormat};
use serde_json::Value;

/// Our answer to a line: to write (`f`) or to read (`p`).
fn answer(case: &Value) -> Option<String> {
    let format = TimespanFormat::parse(case["f"].as_str().expect("a format")).ok()?;
    if case["k"] == "f" {
        let nanos = case["ns"]
            .as_str()
            .and_then(|text| text.parse().ok())
            .expect("a number");
        format.format(Timespan::from_nanos(nanos)).ok()
    } else {
        let span = format.read(case["s"].as_str().expect("a text")).ok()?;
        Some(span.nanos().to_string())
    }
}

#[test]
fn agrees_with_puppet() {
    let mut different = Vec::new();
    for case in crate::table("TIMESPAN_TABLE", "timespan.jsonl") {
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
