//! The worked examples of the seed documents: questions of other kinds, whose answer is put into one text.

use serde_json::Value;

use crate::{case::Case, kinds::CaseKind};

/// How our answer differs from the text of the example.
pub fn differences(kind: &dyn CaseKind, case: &Case, ours: &Value) -> Vec<String> {
    let (expected, got) = (
        case.expect.as_str().unwrap_or_default(),
        summary(kind.name(), case, ours),
    );
    if expected == got {
        Vec::new()
    } else {
        vec![format!("expected {expected}, got {got}")]
    }
}

/// The one text that stands for an answer.
fn summary(kind: &str, case: &Case, answer: &Value) -> String {
    if answer["ok"] != Value::Bool(true) {
        return "error".to_owned();
    }
    let field = match kind {
        _ if case.fields.contains_key("notices") => return notices(answer),
        "eval" => "value",
        "common" => "type",
        "iterable" if answer["iterable"] != Value::Bool(true) => return "none".to_owned(),
        "iterable" => "iterable_type",
        "format" => "string",
        other => other,
    };
    let value = &answer[field];
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// The messages of level notice, joined.
fn notices(answer: &Value) -> String {
    let logs = answer["logs"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|log| log["level"] == "notice");
    logs.filter_map(|log| log["message"].as_str())
        .collect::<Vec<_>>()
        .join(",")
}
