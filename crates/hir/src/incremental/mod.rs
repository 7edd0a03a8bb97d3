//! Incremental lowering and validation: bodies are made of chunks, and chunks that an edit leaves alone are kept.
//!
//! Each part gives what a walk over the whole text gives; the tests compare them:
//!
//! - [`relower`] takes over the chunks of an earlier text. The reference is [`lower`](crate::lower).
//! - [`Summary`] is computed for each chunk of a long body and kept with it. The reference is the summary of all of the body.
//! - Validation keeps the issues of each chunk as such a summary. The reference is a walk over all statements.

pub(crate) mod chunk;
pub(crate) mod chunk_summary;
pub(crate) mod relower;
mod validate;

pub use crate::incremental::chunk_summary::{ChunkRef, Summary};
pub use crate::incremental::relower::{Statements, relower};
pub(crate) use crate::incremental::validate::{ChunkIssues, Idempotent};

use crate::model::Body;

/// A body with at least so many chunks is a long one.
const LONG: usize = 24;

/// So is one with fewer chunks, if they are not too few for so many expressions: what a wrong brace tears off a long body,
/// or a few large conditions.
const FEW: usize = 6;
const MANY: usize = 1500;

impl Body {
    /// Whether it is analysed chunk by chunk. A walk over a shorter body is as fast as to join the results of its chunks.
    pub fn is_long(&self) -> bool {
        let chunks = self.chunks().len();
        chunks >= LONG || (chunks >= FEW && self.len() >= MANY)
    }
}
