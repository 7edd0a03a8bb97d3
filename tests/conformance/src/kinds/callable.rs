//! Kind `callable`: does a callable accept arguments.

use puppet_types::Relate;
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{Answer, Kind},
    literal::{self, Stop},
};

/// The kind `callable`.
pub struct Callable;

impl Kind for Callable {
    fn name(&self) -> &'static str {
        "callable"
    }

    fn answer(&self, case: &Case) -> Answer {
        literal::answer(case, ask)
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        literal::differences(case, ours)
    }
}

fn ask(case: &Case, relate: &Relate<'_>) -> Result<Value, Stop> {
    let (callable, args) = (literal::ty(case, "callable")?, literal::ty(case, "args")?);
    Ok(json!({"ok": true, "callable": relate.callable(&callable, &args)}))
}
