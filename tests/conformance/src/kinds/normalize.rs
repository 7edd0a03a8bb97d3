//! Kind `normalize`: a type simplified.

use puppet_types::Relate;
use serde_json::Value;

use crate::{
    case::Case,
    kinds::{Answer, Kind},
    literal::{self, Stop},
};

/// The kind `normalize`.
pub struct Normalize;

impl Kind for Normalize {
    fn name(&self) -> &'static str {
        "normalize"
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
    Ok(literal::forms(relate, &relate.normalize(&ty)))
}
