//! Kind `mismatch`: mismatches of a value, in Puppet's words.

use puppet_types::Relate;
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{CaseAnswer, CaseKind},
    literal::{self, NoValue},
};

/// The kind `mismatch`.
pub struct MismatchCases;

impl CaseKind for MismatchCases {
    fn name(&self) -> &'static str {
        "mismatch"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        literal::answer(case, ask)
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        literal::differences(case, ours)
    }
}

fn ask(case: &Case, relate: &Relate<'_>) -> Result<Value, NoValue> {
    let (ty, value) = (literal::ty(case, "type")?, literal::value(case, "value")?.0);
    let instance = relate.is_instance(&ty, &value);
    let subject = case.text("name").unwrap_or("value");
    let text = (!instance).then(|| relate.describe(subject, &ty, &relate.infer_set(&value)));
    Ok(json!({"ok": true, "instance": instance, "text": text}))
}
