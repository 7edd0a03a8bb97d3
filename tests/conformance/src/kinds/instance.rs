//! Kind `instance`: a value that is an instance of a type.

use puppet_types::Relate;
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{CaseAnswer, CaseKind},
    literal::{self, NoValue},
};

/// The kind `instance`.
pub struct Instance;

impl CaseKind for Instance {
    fn name(&self) -> &'static str {
        "instance"
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
    Ok(json!({"ok": true, "instance": relate.is_instance(&ty, &value)}))
}
