//! The expression that the parser has just read: its node and its kind.

use crate::parser::CompletedMarker;

/// The kind of the expression that the parser has just read.
#[derive(Clone, Copy)]
pub(super) struct Parsed {
    pub(super) node: CompletedMarker,
    /// The token at which Puppet reports issues of the expression.
    pub(super) token: usize,
    pub(super) shape: Shape,
}

/// The kinds of expressions that the parser distinguishes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A name in lower case.
    Name,
    /// A name in upper case.
    Reference,
    /// `left[keys]`
    Access,
    /// A resource with a title, resource defaults, or a resource override.
    Resource,
    /// A list of values separated by commas, which only the arguments of a call may be.
    CommaList,
    Other,
}

impl Parsed {
    pub(super) fn new(node: CompletedMarker, token: usize) -> Parsed {
        Parsed {
            node,
            token,
            shape: Shape::Other,
        }
    }

    pub(super) fn with_shape(self, shape: Shape) -> Parsed {
        Parsed { shape, ..self }
    }
}
