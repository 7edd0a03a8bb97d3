//! Kind `callable`: a callable that accepts arguments.

use puppet_types::Relate;
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{CaseAnswer, CaseKind},
    literal::{self, NoValue},
};

/// The kind `callable`.
pub struct Callable;

impl CaseKind for Callable {
    fn name(&self) -> &'static str {
        "callable"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        literal::answer(case, ask)
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        literal::differences(case, ours)
    }
}

fn ask(case: &Case, relate: &Relate<'_>) -> Result<Value, NoValue> {
    let (callable, args) = (literal::ty(case, "callable")?, literal::ty(case, "args")?);
    Ok(json!({"ok": true, "callable": relate.callable(&callable, &args)}))
}
