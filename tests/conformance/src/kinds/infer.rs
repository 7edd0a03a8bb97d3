//! Kind `infer`: the type of a value.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `infer`.
pub struct Infer;

impl Kind for Infer {
    fn name(&self) -> &'static str {
        "infer"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
