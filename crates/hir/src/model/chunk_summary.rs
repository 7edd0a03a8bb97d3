//! ChunkSummaries: what others read from the chunks of a body, kept with the chunks.
//!
//! Bodies of an earlier and a later text share most of their chunks. Who asks for notes reads only those that the earlier
//! body did not have, instead of walking over everything after each edit.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::model::body::Body;
use crate::model::chunk::Chunk;
use crate::model::ids::ExprId;
use crate::model::visit::Preorder;

/// Bodies with at least so many chunks keep notes. To read a shorter one takes hardly longer than to join its notes.
const LONG: usize = 12;

/// What can be read from some statements by themselves, and be joined with what is read from others.
pub trait Summary: Any + Send + Sync {
    /// Reads it from an section of a body: nothing else of the body has an effect on it.
    fn read(section: &ChunkRef<'_>) -> Self;
}

/// A chunk of a body, or all of a short one.
#[derive(Debug, Clone, Copy)]
pub struct ChunkRef<'a> {
    /// The expressions that are there; no other part of the definition is. Those of other chunks are missing.
    pub body: &'a Body,
    /// The expressions that stand in no other one, in the order of the source.
    pub entries: &'a [ExprId],
}

impl<'a> ChunkRef<'a> {
    /// A walk over all of it, in the order of the source.
    pub fn preorder(&self) -> Preorder<'a> {
        self.body.preorder_of(self.entries)
    }
}

/// The notes of a chunk.
#[derive(Default, Clone)]
pub(super) struct ChunkSummaries {
    /// The expressions that are no operands of others in the chunk.
    entries: OnceLock<Box<[ExprId]>>,
    kept: List,
}

/// ChunkSummaries, one of each kind that somebody asked for.
#[derive(Default, Clone)]
struct List(OnceLock<Box<SummarySlot>>);

#[derive(Clone)]
struct SummarySlot {
    note: Arc<dyn Any + Send + Sync>,
    others: List,
}

impl fmt::Debug for ChunkSummaries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notes")
    }
}

impl List {
    /// The note of this kind, read if nobody has done that before.
    fn get<N: Summary>(&self, read: impl Fn() -> N) -> Arc<N> {
        let mut place = self;
        loop {
            let kept = place.0.get_or_init(|| {
                let (note, others) = (Arc::new(read()), Self::default());
                Box::new(SummarySlot { note, others })
            });
            if kept.note.is::<N>()
                && let Ok(note) = Arc::clone(&kept.note).downcast()
            {
                return note;
            }
            place = &kept.others;
        }
    }
}

impl Chunk {
    fn note<N: Summary>(self: &Arc<Self>) -> Arc<N> {
        self.notes.kept.get(|| {
            let body = Body::of_chunk(self);
            N::read(&ChunkRef {
                body: &body,
                entries: self.entries(),
            })
        })
    }

    fn entries(&self) -> &[ExprId] {
        self.notes.entries.get_or_init(|| self.read_entries())
    }

    fn read_entries(&self) -> Box<[ExprId]> {
        let mut is_entry = vec![true; self.len()];
        for (_, expr) in self.exprs() {
            expr.for_each_child(|child| {
                let index = child.index().checked_sub(self.base());
                if let Some(flag) = index.and_then(|index| is_entry.get_mut(index)) {
                    *flag = false;
                }
            });
        }
        let entries = self.ids().zip(is_entry).filter(|(_, is_entry)| *is_entry);
        entries.map(|(id, _)| ExprId::from(id)).collect()
    }
}

impl Body {
    /// Whether there is a note for each chunk.
    pub fn is_long(&self) -> bool {
        self.chunks().len() >= LONG
    }

    /// The notes of one kind on all expressions of the body, in the order of the source: one for each chunk, or one.
    pub fn notes<N: Summary>(&self) -> Vec<Arc<N>> {
        if self.is_long() {
            return self.chunks().iter().map(Chunk::note).collect();
        }
        let section = ChunkRef {
            body: self,
            entries: &self.entries(),
        };
        vec![Arc::new(N::read(&section))]
    }
}
