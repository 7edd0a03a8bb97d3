//! Kind `format`: the text of a value with a String format.

use puppet_convert::{ConvertError, new_instance};
use puppet_types::{Relate, Type, Value};
use serde_json::{Value as Json, json};

use crate::{
    case::Case,
    kinds::{CaseAnswer, CaseKind},
    literal::{self, NoValue},
};

/// The kind `format`.
pub struct FormatCases;

impl CaseKind for FormatCases {
    fn name(&self) -> &'static str {
        "format"
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        literal::answer(case, ask)
    }
}

fn ask(case: &Case, relate: &Relate<'_>) -> Result<Json, NoValue> {
    let (value, _) = literal::value(case, "value")?;
    let mut arguments = vec![value];
    if case.text("format").is_some() {
        arguments.push(literal::value(case, "format")?.0);
    }
    // A string alone is an instance already, and stays as it is.
    match new_instance(relate.context(), &Type::STRING, &arguments) {
        Ok(Value::String(text)) => Ok(json!({"ok": true, "string": text.as_str()})),
        Ok(_) | Err(ConvertError::Undecidable) => Err(NoValue::Unknown),
        Err(ConvertError::Raised(message)) => Err(NoValue::Error(json!({"message": message}))),
        Err(ConvertError::Crash(message)) => Err(NoValue::Error(json!({"message": message, "crash": true}))),
    }
}
