//! Chunk summaries: facts about one chunk of a body, computed on first access and cached with the chunk.
//!
//! The bodies before and after an edit share most of their chunks, so only the summaries of changed chunks are computed
//! again, instead of a walk over the whole body.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::model::{Body, Chunk, ExprId, Preorder};

/// A fact about some statements that depends on them alone, and can be joined with those of the other chunks.
pub trait Summary: Any + Send + Sync {
    /// Computes it from a chunk of a body: nothing else of the body has an effect on it.
    fn read(chunk: &ChunkRef<'_>) -> Self;
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

/// The summaries of a chunk.
#[derive(Default, Clone)]
pub(super) struct ChunkSummaries {
    /// The expressions that are no operands of others in the chunk.
    entries: OnceLock<Box<[ExprId]>>,
    slots: SummaryList,
}

/// Summaries, one of each kind that was requested.
#[derive(Default, Clone)]
struct SummaryList(OnceLock<Box<SummarySlot>>);

#[derive(Clone)]
struct SummarySlot {
    summary: Arc<dyn Any + Send + Sync>,
    others: SummaryList,
}

impl fmt::Debug for ChunkSummaries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChunkSummaries")
    }
}

impl SummaryList {
    /// The summary of this kind, computed on first access.
    fn get<N: Summary>(&self, read: impl Fn() -> N) -> Arc<N> {
        let mut list = self;
        loop {
            let slot = list.0.get_or_init(|| {
                let (summary, others) = (Arc::new(read()), Self::default());
                Box::new(SummarySlot { summary, others })
            });
            if slot.summary.is::<N>()
                && let Ok(summary) = Arc::clone(&slot.summary).downcast()
            {
                return summary;
            }
            list = &slot.others;
        }
    }
}

impl Chunk {
    fn summary<N: Summary>(self: &Arc<Self>) -> Arc<N> {
        self.summaries.slots.get(|| {
            let body = Body::from_chunk(self);
            N::read(&ChunkRef {
                body: &body,
                entries: self.entries(),
            })
        })
    }

    fn entries(&self) -> &[ExprId] {
        self.summaries.entries.get_or_init(|| self.read_entries())
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
    /// The summaries of one kind for all expressions of the body, in the order of the source: one for each chunk, or one.
    pub fn summaries<N: Summary>(&self) -> Vec<Arc<N>> {
        if self.is_long() {
            return self.chunks().iter().map(Chunk::summary).collect();
        }
        let chunk = ChunkRef {
            body: self,
            entries: &self.entries(),
        };
        vec![Arc::new(N::read(&chunk))]
    }
}
