//! `next`, `return` and `break`.

use crate::evaluation_result::{EvaluationError, Place, Site};
use crate::evaluator::unwind::{Jump, JumpKind};

/// The error of a jump that has nothing to leave; Puppet tells its line only.
pub(super) fn illegal(jump: &Jump) -> EvaluationError {
    let place = match jump.place.site {
        Site::Expr(id) => Place {
            site: Site::Line(id),
            ..jump.place
        },
        _ => jump.place,
    };
    EvaluationError {
        issue: None,
        message: format!("{}() from context where this is illegal", jump.kind.name()),
        place: Some(place),
    }
}

impl Jump {
    /// Whether it is of that kind.
    pub fn has_kind(&self, kind: JumpKind) -> bool {
        self.kind == kind
    }
}
