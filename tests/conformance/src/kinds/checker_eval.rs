//! Kind `checker-eval`: the cases of `eval`, as manifests that are checked.

use std::fmt::Write as _;

use serde_json::Value;

use crate::{
    case::Case,
    kinds::{
        CaseAnswer, CaseKind,
        checker::{self, SITE},
    },
};

/// The kind `checker-eval`.
pub struct CheckerEval;

impl CaseKind for CheckerEval {
    fn name(&self) -> &'static str {
        "checker-eval"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let mut text = String::new();
        let variables = case.fields.get("variables").and_then(Value::as_object);
        for (name, value) in variables.into_iter().flatten() {
            let _ = writeln!(text, "${name} = {}", value.as_str().unwrap_or("undef"));
        }
        text.push_str(case.text("source").unwrap_or_default());
        let definitions = case.list("definitions").join("\n");
        let files = [(SITE, text.as_str()), ("/manifests/definitions.pp", definitions.as_str())];
        checker::check(case, SITE, &files)
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        checker::false_errors(case.expect["ok"] == Value::Bool(true), ours)
    }
}
