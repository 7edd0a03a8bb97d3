//! Impact of a change: the definitions, nodes and data keys whose result can differ, each with the shortest way on which the
//! change gets there; and the differences of the interfaces of two versions.
//!
//! The sets are too large rather than too small: names are resolved in both versions, a string may name anything, and a
//! computed name may be any that fits.

mod entity;
mod graph;
mod interface;
mod mention;
mod names;
mod reach;
mod version;

pub use crate::entity::{EntityKey, EntityKind, EntityPlace};
pub use crate::interface::{InterfaceChange, interface_changes};
pub use crate::reach::{Affected, EntityChange, Impact, impact};
pub use crate::version::{Version, VersionFile};
