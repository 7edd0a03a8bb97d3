//! Kind `eval`: the value of a program's last expression, or its error.

use puppet_eval::evaluate_source;
use puppet_eval::evaluate_source::{EvaluationOutput, Message};
use puppet_eval::{LogLevel, Options, Strict, PuppetVersion, Unknown};
use serde_json::{Value, json};

use crate::{
    case::Case,
    compare::{self, Texts},
    kinds::{CaseAnswer, CaseKind},
};

/// The kind `eval`.
pub struct Eval;

impl CaseKind for Eval {
    fn name(&self) -> &'static str {
        "eval"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let options = Options {
            target: PuppetVersion::V8,
            strict: match case.strict() {
                "off" => Strict::Off,
                "error" => Strict::Error,
                _ => Strict::Warning,
            },
            ..Options::default()
        };
        let (answer, logs) = evaluate_source::evaluate(case.text("source").unwrap_or_default(), &options);
        let mut json = json_of(&answer, &logs);
        if case.flag("catalog") && json["ok"] == Value::Bool(true) {
            // What has a value here adds nothing to the catalog.
            json["resources"] = json!([]);
        }
        CaseAnswer::Json(json)
    }

    /// Messages about what does not even parse are our own.
    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        let text = case.expect["error"]["message"].as_str().unwrap_or_default();
        if text.starts_with("Could not parse for environment") && ours["ok"] == Value::Bool(false) {
            return Vec::new();
        }
        let mut expect = case.expect.clone();
        for (index, log) in expect["logs"].as_array_mut().into_iter().flatten().enumerate() {
            // What the validator warns about, it says in our own words.
            if log["issue"] == "DUPLICATE_KEY" {
                log["message"] = ours["logs"][index]["message"].clone();
            }
        }
        let is_own = !text.starts_with("Evaluation Error:") || text.contains("(): Invalid EPP: ");
        let texts = if is_own { Texts::OurOwn } else { self.texts() };
        compare::answers(&expect, ours, texts)
    }
}

fn json_of(answer: &EvaluationOutput, logs: &[Message]) -> Value {
    let mut logs: Vec<Value> = logs.iter().filter(|log| log.level != LogLevel::Debug).map(log).collect();
    let mut json = match answer {
        EvaluationOutput::Value { text, ty, .. } => json!({"ok": true, "value": text, "type": ty}),
        EvaluationOutput::Error(message) => {
            let prefix = if message.issue.is_some() { "Evaluation Error: " } else { "" };
            json!({"ok": false, "error": error(message, prefix)})
        }
        EvaluationOutput::Refused(messages) => match messages.as_slice() {
            [message] => json!({"ok": false, "error": error(message, "")}),
            many => {
                logs.splice(0..0, many.iter().map(log));
                json!({"ok": false, "error": {"message": "Language validation logged errors. Giving up"}})
            }
        },
        EvaluationOutput::Unknown(reason) => unknown(*reason),
    };
    if !logs.is_empty() {
        json["logs"] = Value::Array(logs);
    }
    json
}

/// A value that is not known is neither a value nor an error.
fn unknown(reason: Unknown) -> Value {
    json!({"ok": null, "unknown": reason.to_string()})
}

fn error(message: &Message, prefix: &str) -> Value {
    let mut json = json!({"message": format!("{prefix}{}", message.text)});
    place(&mut json, message);
    json
}

fn log(message: &Message) -> Value {
    let mut json = json!({"level": message.level.name(), "message": message.text});
    place(&mut json, message);
    json
}

fn place(json: &mut Value, message: &Message) {
    if let Some(position) = message.position {
        json["line"] = json!(position.line);
        if let Some(column) = position.column {
            json["pos"] = json!(column);
        }
    }
    if let Some(issue) = message.issue {
        json["issue"] = json!(issue);
    }
}
