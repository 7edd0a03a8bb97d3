//! Kind `compare`: equality of two types, and which accepts which.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `compare`.
pub struct Compare;

impl Kind for Compare {
    fn name(&self) -> &'static str {
        "compare"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
