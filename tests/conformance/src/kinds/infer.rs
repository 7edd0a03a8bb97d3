//! Kind `infer`: the type of a value.

use puppet_types::{Form, Relate, Type};
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{CaseAnswer, CaseKind},
    literal::{self, NoValue},
};

/// The kind `infer`.
pub struct Infer;

impl CaseKind for Infer {
    fn name(&self) -> &'static str {
        "infer"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        literal::answer(case, ask)
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        literal::differences(case, ours)
    }
}

fn ask(case: &Case, relate: &Relate<'_>) -> Result<Value, NoValue> {
    let value = literal::value(case, "value")?.0;
    let (inferred, set) = (relate.infer(&value), relate.infer_set(&value));
    let (infer, infer_set) = (relate.to_text(&inferred), relate.to_text(&set));
    let generalized = relate.to_text(&relate.generalize(&inferred));
    let different = |ty: &Type, text: &str| Some(relate.format(ty, Form::Debug)).filter(|debug| debug != text);
    Ok(json!({
        "ok": true,
        "infer_debug": different(&inferred, &infer),
        "infer_set_debug": different(&set, &infer_set),
        "infer": infer,
        "infer_set": infer_set,
        "generalized": generalized,
    }))
}
