//! Kind `common`: the common type of two types.

use puppet_types::Relate;
use serde_json::Value;

use crate::{
    case::Case,
    kinds::{CaseAnswer, CaseKind},
    literal::{self, NoValue},
};

/// The kind `common`.
pub struct Common;

impl CaseKind for Common {
    fn name(&self) -> &'static str {
        "common"
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
    Ok(literal::forms(relate, &relate.common(&a, &b)))
}
