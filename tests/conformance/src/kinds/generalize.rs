//! Kind `generalize`: a type without ranges, sizes and single values.

use puppet_types::Relate;
use serde_json::Value;

use crate::{
    case::Case,
    kinds::{Answer, Kind},
    literal::{self, Stop},
};

/// The kind `generalize`.
pub struct Generalize;

impl Kind for Generalize {
    fn name(&self) -> &'static str {
        "generalize"
    }

    fn answer(&self, case: &Case) -> Answer {
        literal::answer(case, ask)
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        literal::differences(case, ours)
    }
}

fn ask(case: &Case, relate: &Relate<'_>) -> Result<Value, Stop> {
    let ty = literal::ty(case, "type")?;
    Ok(literal::forms(relate, &relate.generalize(&ty)))
}
