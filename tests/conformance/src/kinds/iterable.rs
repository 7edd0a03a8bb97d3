//! Kind `iterable`: what a type iterates over.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `iterable`.
pub struct Iterable;

impl Kind for Iterable {
    fn name(&self) -> &'static str {
        "iterable"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
