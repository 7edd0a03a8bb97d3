//! Kind `validate`: all issues that Puppet's parser and validator raise.

use crate::{
    case::Case,
    compare::Texts,
    kinds::{Answer, Kind},
};

/// The kind `validate`.
pub struct Validate;

impl Kind for Validate {
    fn name(&self) -> &'static str {
        "validate"
    }

    fn texts(&self) -> Texts {
        Texts::OurOwn
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
