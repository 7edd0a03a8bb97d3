//! File ids, and the overlay of unsaved editor text over the disk.
//!
//! Purpose: give every file of the analysis a small copyable id ([`FileId`]), keep what editors hold unsaved
//! above what the disk holds ([`Vfs`]), collect what they changed since last asked ([`ChangeSet`]), and read files in a way
//! that names every kind of bad input ([`disk`]) and write them as a whole ([`atomic_write`]).
//!
//! Allowed inputs: paths, URIs, text. Forbidden knowledge: LSP, salsa, Puppet. Nothing here watches the disk.

pub mod atomic_write;
pub mod disk;
pub mod file_size_limit;
mod interner;
mod overlay;
mod path;

pub use interner::{FileId, PathInterner};
pub use overlay::{Change, ChangeSet, Vfs};
pub use path::FilePath;
