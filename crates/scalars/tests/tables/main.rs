//! Answers of Ruby 3.1 and of its library for versions, compared with ours. Each table has one case on a line; another
//! table of the same form can be given in an environment variable.

mod regexp;
mod semver_range;
mod timespan;
mod timestamp;

use std::fs;

use serde_json::Value;

/// The lines of a table: of the file that the variable names, or of the one in the folder `data`.
fn table(variable: &str, name: &str) -> Vec<Value> {
    let path = std::env::var(variable)
        .unwrap_or_else(|_| format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR")));
    let text = fs::read_to_string(path).expect("the table");
    let cases: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    assert!(!cases.is_empty());
    cases
}

/// Fails with the differences, if there are any.
fn expect_none(different: &[String]) {
    let shown: Vec<_> = different.iter().take(60).cloned().collect();
    assert!(
        different.is_empty(),
        "{} differences:\n{}",
        different.len(),
        shown.join("\n")
    );
}
