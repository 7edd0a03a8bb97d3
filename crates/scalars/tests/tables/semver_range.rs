//! Ranges of versions: validity, both texts, both ends, and which versions lie within.

use puppet_scalars::{SemVer, SemVerRange};
use serde_json::{Value, json};

const VERSIONS: &str = "0.0.0 0.0.1 0.1.0 0.2.3 1.0.0 1.0.0-rc1 1.0.1 1.1.0 1.2.0-beta.2 1.2.3 1.2.3-rc.1 2.0.0 \
    2.0.0-rc1 2.1.0 3.0.0 10.0.0 10.2.1 3.3.3-0";

fn answer(text: &str) -> Value {
    let Ok(range) = SemVerRange::parse(text) else {
        return json!({"r": text, "err": true});
    };
    let within: Vec<&str> = VERSIONS
        .split_whitespace()
        .filter(|version| SemVer::parse(version).is_ok_and(|version| range.includes(&version)))
        .collect();
    let end = |version: Option<SemVer>| version.map(|version| version.to_string());
    json!({
        "r": text,
        "n": range.normalized_text(),
        "s": range.to_string(),
        "i": within.join(" "),
        "b": end(range.begin()),
        "e": end(range.end()),
    })
}

#[test]
fn agrees_with_semantic_puppet() {
    let mut different = Vec::new();
    for case in crate::table("SEMVER_RANGE_TABLE", "semver_range.jsonl") {
        let ours = answer(case["r"].as_str().expect("a range"));
        if ours != case {
            different.push(format!("{case}\n  we say {ours}"));
        }
    }
    crate::expect_none(&different);
}
