//! Kind `normalize`: a type simplified.

use puppet_types::Relate;
use serde_json::Value;

use crate::{
    case::Case,
    kinds::{CaseAnswer, CaseKind},
    literal::{self, NoValue},
};

/// The kind `normalize`.
pub struct Normalize;

impl CaseKind for Normalize {
    fn name(&self) -> &'static str {
        "normalize"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        literal::answer(case, ask)
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        literal::differences(case, ours)
    }
}

fn ask(case: &Case, relate: &Relate<'_>) -> Result<Value, NoValue> {
    let ty = literal::ty(case, "type")?;
    Ok(literal::forms(relate, &relate.normalize(&ty)))
}
