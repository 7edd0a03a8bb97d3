//! Kind `common`: the common type of two types.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `common`.
pub struct Common;

impl Kind for Common {
    fn name(&self) -> &'static str {
        "common"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
