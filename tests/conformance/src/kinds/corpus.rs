//! Kind `corpus`: Puppet's verdict on a file of a module, and what the file defines.

use crate::{
    case::Case,
    compare::Texts,
    kinds::{Answer, Kind},
};

/// The kind `corpus`.
pub struct Corpus;

impl Kind for Corpus {
    fn name(&self) -> &'static str {
        "corpus"
    }

    fn texts(&self) -> Texts {
        Texts::OurOwn
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
