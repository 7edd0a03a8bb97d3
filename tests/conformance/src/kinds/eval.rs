//! Kind `eval`: the value of a program's last expression, or its error.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `eval`.
pub struct Eval;

impl Kind for Eval {
    fn name(&self) -> &'static str {
        "eval"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
