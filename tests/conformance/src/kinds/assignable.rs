//! Kind `assignable`: does the type `to` accept the type `from`.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `assignable`.
pub struct Assignable;

impl Kind for Assignable {
    fn name(&self) -> &'static str {
        "assignable"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
