//! Kind `assignable`: a type `to` that accepts a type `from`.

use puppet_types::Relate;
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{CaseAnswer, CaseKind},
    literal::{self, NoValue},
};

/// The kind `assignable`.
pub struct Assignable;

impl CaseKind for Assignable {
    fn name(&self) -> &'static str {
        "assignable"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        literal::answer(case, ask)
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        literal::differences(case, ours)
    }
}

fn ask(case: &Case, relate: &Relate<'_>) -> Result<Value, NoValue> {
    let (to, from) = (literal::ty(case, "to")?, literal::ty(case, "from")?);
    Ok(json!({"ok": true, "assignable": relate.assignable(&to, &from)}))
}
