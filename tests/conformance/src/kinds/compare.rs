//! Kind `compare`: equality of two types, and assignability in both directions.

use puppet_types::Relate;
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{CaseAnswer, CaseKind},
    literal::{self, NoValue},
};

/// The kind `compare`.
pub struct Compare;

impl CaseKind for Compare {
    fn name(&self) -> &'static str {
        "compare"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        literal::answer(case, ask)
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        literal::differences(case, ours)
    }
}

fn ask(case: &Case, relate: &Relate<'_>) -> Result<Value, NoValue> {
    let (a, b) = (literal::ty(case, "a")?, literal::ty(case, "b")?);
    let (a_accepts_b, b_accepts_a) = (relate.assignable(&a, &b), relate.assignable(&b, &a));
    Ok(json!({"ok": true, "equal": a == b, "a_accepts_b": a_accepts_b, "b_accepts_a": b_accepts_a}))
}
