//! Kind `common`: the common type of two types.

use puppet_types::{Definitions, Relate};
use serde_json::Value;

use crate::{
    case::Case,
    kinds::{Answer, Kind},
    literal::{self, Stop},
};

/// The kind `common`.
pub struct Common;

impl Kind for Common {
    fn name(&self) -> &'static str {
        "common"
    }

    fn answer(&self, case: &Case) -> Answer {
        literal::answer(case, ask)
    }
}

fn ask(case: &Case, definitions: &Definitions, relate: &Relate<'_>) -> Result<Value, Stop> {
    let (a, b) = (literal::ty(definitions, case, "a")?, literal::ty(definitions, case, "b")?);
    Ok(literal::forms(relate, &relate.common(&a, &b)))
}
