//! Kind `checker-mismatch`: the cases of `mismatch`, as calls of a function with a parameter of the type.

use serde_json::Value;

use crate::{
    case::Case,
    kinds::{
        CaseAnswer, CaseKind,
        checker::{self, SITE},
    },
};

/// The kind `checker-mismatch`.
pub struct CheckerMismatch;

impl CaseKind for CheckerMismatch {
    fn name(&self) -> &'static str {
        "checker-mismatch"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let (Some(ty), Some(value)) = (case.text("type"), case.text("value")) else {
            return CaseAnswer::NotImplemented;
        };
        let definitions = case.list("definitions").join("\n");
        let function = format!("{definitions}\nfunction judged({ty} $p) {{ $p }}\n");
        let text = format!("$result = judged({value})\n");
        let files = [(SITE, text.as_str()), ("/manifests/functions.pp", function.as_str())];
        checker::check(case, SITE, &files)
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        checker::false_errors(case.expect["instance"] == Value::Bool(true), ours)
    }
}
