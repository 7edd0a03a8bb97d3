//! Kind `instance`: is a value an instance of a type.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `instance`.
pub struct Instance;

impl Kind for Instance {
    fn name(&self) -> &'static str {
        "instance"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
