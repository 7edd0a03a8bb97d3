//! Kind `compare`: are two types equal, and does each accept the other.

use puppet_types::{Definitions, Relate};
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{Answer, Kind},
    literal::{self, Stop},
};

/// The kind `compare`.
pub struct Compare;

impl Kind for Compare {
    fn name(&self) -> &'static str {
        "compare"
    }

    fn answer(&self, case: &Case) -> Answer {
        literal::answer(case, ask)
    }
}

fn ask(case: &Case, definitions: &Definitions, relate: &Relate<'_>) -> Result<Value, Stop> {
    let (a, b) = (literal::ty(definitions, case, "a")?, literal::ty(definitions, case, "b")?);
    let (a_accepts_b, b_accepts_a) = (relate.assignable(&a, &b), relate.assignable(&b, &a));
    Ok(json!({"ok": true, "equal": a == b, "a_accepts_b": a_accepts_b, "b_accepts_a": b_accepts_a}))
}
