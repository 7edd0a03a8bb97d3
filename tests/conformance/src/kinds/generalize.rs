//! Kind `generalize`: a type without its parameters that come from values.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `generalize`.
pub struct Generalize;

impl Kind for Generalize {
    fn name(&self) -> &'static str {
        "generalize"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
