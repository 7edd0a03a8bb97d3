//! Kind `instance`: is a value an instance of a type.

use puppet_types::{Definitions, Relate};
use serde_json::{Value, json};

use crate::{
    case::Case,
    kinds::{Answer, Kind},
    literal::{self, Stop},
};

/// The kind `instance`.
pub struct Instance;

impl Kind for Instance {
    fn name(&self) -> &'static str {
        "instance"
    }

    fn answer(&self, case: &Case) -> Answer {
        literal::answer(case, ask)
    }
}

fn ask(case: &Case, definitions: &Definitions, relate: &Relate<'_>) -> Result<Value, Stop> {
    let (ty, value) = (literal::ty(definitions, case, "type")?, literal::value(definitions, case, "value")?);
    Ok(json!({"ok": true, "instance": relate.is_instance(&ty, &value)}))
}
