//! Kind `normalize`: a type in its normal form.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `normalize`.
pub struct Normalize;

impl Kind for Normalize {
    fn name(&self) -> &'static str {
        "normalize"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
