//! Kind `lex`: the tokens of a source.

use crate::{
    case::Case,
    compare::Texts,
    kinds::{Answer, Kind},
};

/// The kind `lex`.
pub struct Lex;

impl Kind for Lex {
    fn name(&self) -> &'static str {
        "lex"
    }

    fn texts(&self) -> Texts {
        Texts::OurOwn
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
