//! Kind `type`: a type expression in canonical form, as the evaluator and the literal reader see it.

use crate::{
    case::Case,
    kinds::{Answer, Kind},
};

/// The kind `type`.
pub struct Type;

impl Kind for Type {
    fn name(&self) -> &'static str {
        "type"
    }

    fn answer(&self, _case: &Case) -> Answer {
        Answer::NotImplemented
    }
}
