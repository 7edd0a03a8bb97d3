//! Kind `format`: the text of a value with a String format.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `format`.
pub struct Format;

impl Kind for Format {
    fn name(&self) -> &'static str {
        "format"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
