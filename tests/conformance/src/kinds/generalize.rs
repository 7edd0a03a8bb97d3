//! Kind `generalize`: a type without ranges, sizes and single values.

use puppet_types::Relate;
use serde_json::Value;

use crate::{
    case::Case,
    kinds::{CaseAnswer, CaseKind},
    literal::{self, NoValue},
};

/// The kind `generalize`.
pub struct Generalize;

impl CaseKind for Generalize {
    fn name(&self) -> &'static str {
        "generalize"
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
    Ok(literal::forms(relate, &relate.generalize(&ty)))
}
