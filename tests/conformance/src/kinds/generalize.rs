//! Kind `generalize`: a type without ranges, sizes and single values.

use puppet_types::{Definitions, Relate};
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
}

fn ask(case: &Case, definitions: &Definitions, relate: &Relate<'_>) -> Result<Value, Stop> {
    let ty = literal::ty(definitions, case, "type")?;
    Ok(literal::forms(relate, &relate.generalize(&ty)))
}
