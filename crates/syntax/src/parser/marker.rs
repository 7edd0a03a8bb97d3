//! Markers: nodes that are open, and nodes that are complete.

use super::Parser;
use crate::SyntaxKind;

/// A node that has started. It must be completed or abandoned; a debug build panics on one that is forgotten.
pub(crate) struct Marker {
    position: u32,
    #[cfg(debug_assertions)]
    bomb: Bomb,
}

#[cfg(debug_assertions)]
struct Bomb {
    defused: bool,
}

#[cfg(debug_assertions)]
impl Drop for Bomb {
    fn drop(&mut self) {
        if !self.defused && !std::thread::panicking() {
            panic!("a node was started, but neither completed nor abandoned");
        }
    }
}

impl Marker {
    #[inline]
    pub(super) fn new(position: u32) -> Marker {
        Marker {
            position,
            #[cfg(debug_assertions)]
            bomb: Bomb { defused: false },
        }
    }

    #[inline]
    pub(super) fn position(&self) -> u32 {
        self.position
    }

    #[inline]
    #[cfg_attr(
        not(debug_assertions),
        expect(unused_mut, reason = "the bomb is a debug aid")
    )]
    fn defuse(mut self) -> u32 {
        #[cfg(debug_assertions)]
        {
            self.bomb.defused = true;
        }
        self.position
    }

    /// Ends the node.
    #[inline]
    pub(crate) fn complete(self, p: &mut Parser<'_>, kind: SyntaxKind) -> CompletedMarker {
        let position = self.defuse();
        p.complete(position, kind)
    }

    /// Gives the node up; what it holds belongs to the node around it.
    #[inline]
    pub(crate) fn abandon(self, p: &mut Parser<'_>) {
        let position = self.defuse();
        p.abandon(position);
    }
}

/// A node that is complete, and can still be put into one that starts where it starts.
#[derive(Clone, Copy)]
pub(crate) struct CompletedMarker {
    position: u32,
    kind: SyntaxKind,
    height: u32,
}

impl CompletedMarker {
    #[inline]
    pub(super) fn new(position: u32, kind: SyntaxKind, height: u32) -> CompletedMarker {
        CompletedMarker {
            position,
            kind,
            height,
        }
    }

    #[inline]
    pub(super) fn position(self) -> u32 {
        self.position
    }

    /// How high the tree of the node is.
    #[inline]
    pub(super) fn height(self) -> u32 {
        self.height
    }

    /// The kind of the node.
    #[inline]
    pub(crate) fn kind(self) -> SyntaxKind {
        self.kind
    }

    /// Starts a node around this one.
    #[inline]
    pub(crate) fn precede(self, p: &mut Parser<'_>) -> Marker {
        p.precede(self)
    }
}
