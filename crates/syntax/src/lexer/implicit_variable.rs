//! The first word of `${…}`, which names a variable where `.`, `[` or `}` follows it.

use crate::SyntaxKind::{self, *};
use crate::lexer::scanner::Lexer;

/// Whether the first token of an interpolation names a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ImplicitInterpolation {
    /// No token decides it any more.
    Decided,
    /// The first token comes next.
    AtStart,
    /// This token does if the next one is `.`, `[` or `}`.
    Candidate(usize),
}

impl Lexer<'_> {
    /// Adds a name, number or keyword, which may turn out to be a variable.
    pub(super) fn operand(&mut self, kind: SyntaxKind, end: usize) {
        self.implicit = match self.implicit {
            ImplicitInterpolation::AtStart => {
                ImplicitInterpolation::Candidate(self.out.kinds.len())
            }
            _ => ImplicitInterpolation::Decided,
        };
        self.after = kind;
        self.emit_to(kind, end);
    }

    /// Takes the first token of an interpolation for a variable if it can be one.
    pub(super) fn decide_implicit(&mut self) {
        if let ImplicitInterpolation::Candidate(token) = self.implicit {
            self.out.kinds[token] = IMPLICIT_VARIABLE;
        }
        self.implicit = ImplicitInterpolation::Decided;
    }
}
