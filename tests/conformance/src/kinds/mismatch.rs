//! Kind `mismatch`: what is wrong with a value, in Puppet's words.

use puppet_types::{Definitions, Relate};
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{Answer, Kind},
    literal::{self, Stop},
};

/// The kind `mismatch`.
pub struct Mismatch;

impl Kind for Mismatch {
    fn name(&self) -> &'static str {
        "mismatch"
    }

    fn answer(&self, case: &Case) -> Answer {
        literal::answer(case, ask)
    }
}

fn ask(case: &Case, definitions: &Definitions, relate: &Relate<'_>) -> Result<Value, Stop> {
    let (ty, value) = (literal::ty(definitions, case, "type")?, literal::value(definitions, case, "value")?);
    let instance = relate.is_instance(&ty, &value);
    let subject = case.text("name").unwrap_or("value");
    let text = (!instance).then(|| relate.describe(subject, &ty, &relate.infer_set(&value)));
    Ok(json!({"ok": true, "instance": instance, "text": text}))
}
