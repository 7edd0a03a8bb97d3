//! Kind `callable`: does a Callable accept arguments of the type `args`.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `callable`.
pub struct Callable;

impl Kind for Callable {
    fn name(&self) -> &'static str {
        "callable"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
