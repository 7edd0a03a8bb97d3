//! Regular expressions against what Ruby 3.1 says of them: validity, and the first match in some texts.

use std::fs;

use puppet_scalars::Regexp;
use serde_json::Value;

/// Each line: a source, and for a valid one the texts with the places of the groups of the first match.
fn differences(table: &str) -> (usize, usize, Vec<String>) {
    let (mut total, mut unknown, mut different) = (0, 0, Vec::new());
    for line in table.lines() {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        let source = case["re"].as_str().expect("a source");
        total += 1;
        let regexp = Regexp::new(source);
        if regexp.is_ok() != case["ok"].as_bool().expect("a verdict") {
            different.push(format!("{line}\n  we say {regexp:?}"));
            continue;
        }
        let Ok(regexp) = regexp else { continue };
        for answer in case["matches"].as_array().into_iter().flatten() {
            let text = answer[0].as_str().expect("a text");
            let ours = match regexp.captures_from(text, 0) {
                Err(_) => {
                    unknown += 1;
                    continue;
                }
                Ok(found) => serde_json::json!(found.map(|captures| captures.groups)),
            };
            if ours != answer[1] {
                different.push(format!(
                    "/{source}/ on {text:?}: Ruby {}, we {ours}",
                    answer[1]
                ));
            }
        }
    }
    (total, unknown, different)
}

#[test]
fn agrees_with_ruby() {
    let path = std::env::var("REGEXP_TABLE")
        .unwrap_or_else(|_| format!("{}/tests/data/regexp.jsonl", env!("CARGO_MANIFEST_DIR")));
    let table = fs::read_to_string(path).expect("the table");
    let (total, unknown, different) = differences(&table);
    assert!(
        different.is_empty(),
        "{} differences in {total} cases ({unknown} matches unknown):\n{}",
        different.len(),
        different
            .iter()
            .take(60)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n"),
    );
}
