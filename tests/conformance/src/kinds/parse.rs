//! Kind `parse`: the tree of a source.

use crate::{
    case::Case,
    compare::Texts,
    kinds::{Answer, Kind},
};

/// The kind `parse`.
pub struct Parse;

impl Kind for Parse {
    fn name(&self) -> &'static str {
        "parse"
    }

    fn texts(&self) -> Texts {
        Texts::OurOwn
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
