//! Kind `callable`: does a callable accept arguments.

use puppet_types::{Definitions, Relate};
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
}

fn ask(case: &Case, definitions: &Definitions, relate: &Relate<'_>) -> Result<Value, Stop> {
    let (callable, args) = (literal::ty(definitions, case, "callable")?, literal::ty(definitions, case, "args")?);
    Ok(json!({"ok": true, "callable": relate.callable(&callable, &args)}))
}
