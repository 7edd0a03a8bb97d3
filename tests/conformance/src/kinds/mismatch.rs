//! Kind `mismatch`: what is wrong with a value, in Puppet's words.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `mismatch`.
pub struct Mismatch;

impl Kind for Mismatch {
    fn name(&self) -> &'static str {
        "mismatch"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
