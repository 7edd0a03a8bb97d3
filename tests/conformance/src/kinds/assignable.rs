//! Kind `assignable`: does the type `to` accept the type `from`.

use puppet_types::{Definitions, Relate};
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{Answer, Kind},
    literal::{self, Stop},
};

/// The kind `assignable`.
pub struct Assignable;

impl Kind for Assignable {
    fn name(&self) -> &'static str {
        "assignable"
    }

    fn answer(&self, case: &Case) -> Answer {
        literal::answer(case, ask)
    }
}

fn ask(case: &Case, definitions: &Definitions, relate: &Relate<'_>) -> Result<Value, Stop> {
    let (to, from) = (literal::ty(definitions, case, "to")?, literal::ty(definitions, case, "from")?);
    Ok(json!({"ok": true, "assignable": relate.assignable(&to, &from)}))
}
