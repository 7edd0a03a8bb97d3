//! The depth to which inference follows calls of functions.

/// What the inference of a body may ask of functions that are called in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallDepth {
    /// Nothing but what Puppet's own functions do: signatures are made of this.
    Nothing,
    /// What functions declare.
    Declarations,
    /// What functions of the Puppet language give that declare nothing, too.
    Everything,
}
