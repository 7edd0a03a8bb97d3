//! Kind `iterable`: iteration over values of a type, and the type of their elements.

use std::sync::Arc;

use puppet_types::{Doubt, Relate, Type};
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{CaseAnswer, CaseKind},
    literal::{self, NoValue},
};

/// The kind `iterable`.
pub struct Iterable;

impl CaseKind for Iterable {
    fn name(&self) -> &'static str {
        "iterable"
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
    let iterable = relate.is_iterable(&ty);
    let element = relate.iterable_element(&ty);
    if relate.doubt() == Some(Doubt::PuppetBreaks) {
        // Of object types, Puppet says `false` where it says nothing of others.
        relate.reset();
        return Ok(json!({"ok": true, "iterable": iterable, "iterable_type": "false"}));
    }
    let iterable_type = element.map(|element| relate.to_text(&Type::Iterable(element.map(Arc::new))));
    Ok(json!({"ok": true, "iterable": iterable, "iterable_type": iterable_type}))
}
