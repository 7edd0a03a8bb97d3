//! Parser events: the flat list from which the tree is built.

use crate::SyntaxKind;

/// One step of building a tree.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Event {
    /// A node starts. `forward_parent` is the distance to the event of a node that starts here too but was
    /// recognised later, around this one; 0 without one.
    Start {
        kind: SyntaxKind,
        forward_parent: u32,
    },
    /// The node that started last ends.
    Finish,
    /// The next significant token.
    Token,
    /// A start that was given up, or one that was handled before.
    Abandoned,
}
