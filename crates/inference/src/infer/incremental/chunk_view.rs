//! Views of single chunks of long bodies, with their inference.
//!
//! After an edit, nearly all chunks are unchanged. A query that reads one view, and nothing else of the body, is not
//! executed again unless the chunk or one of those that its values come from has changed.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::{Body, Chunk, Expr, ExprId};

use crate::infer::incremental::chunk_inference::ChunkInference;
use crate::infer::infer;
use crate::infer::inference::Inference;
use puppet_semantic::index::item_tree::{Item, body};

/// The statements of one chunk, or the head of the definition.
#[derive(Debug, PartialEq, Eq)]
struct InferredChunk {
    statements: Box<[ExprId]>,
    chunk: Arc<Chunk>,
    inference: Arc<ChunkInference>,
    /// The first ids of the other chunks that its values come from.
    sources: Box<[usize]>,
}

/// The first ids of a body's chunks, in the order of the source; `None` for a body that is not long.
pub fn chunk_bases(
    db: &dyn Db,
    environment: Environment,
    item: Item,
) -> Option<impl Iterator<Item = usize> + use<>> {
    infer(db, environment, item).chunks.as_ref()?;
    let all = inferred_chunks(db, environment, item)?;
    Some((0..all.len()).filter_map(move |at| all.get(at).map(|it| it.chunk.base())))
}

#[salsa::tracked(returns(clone))]
fn inferred_chunks(
    db: &dyn Db,
    environment: Environment,
    item: Item,
) -> Option<Arc<[Arc<InferredChunk>]>> {
    let inference = infer(db, environment, item);
    let body = body(db, item);
    let root = body.root().filter(|_| inference.chunks.is_some())?;
    let Expr::Block(statements) = body.expr(root) else {
        return None;
    };
    let first = body.chunk_of(*statements.first()?)?;
    let mut all = Vec::with_capacity(body.chunks().len());
    if first > 0 {
        let head = body.entries().into_iter().filter(|entry| *entry != root);
        all.push(inferred_chunk_of(&body, inference, head.collect(), 0)?);
    }
    let same = |one: &ExprId, other: &ExprId| body.chunk_of(*one) == body.chunk_of(*other);
    for statements in statements.chunk_by(same) {
        let chunk = body.chunk_of(*statements.first()?)?;
        all.push(inferred_chunk_of(
            &body,
            inference,
            statements.into(),
            chunk,
        )?);
    }
    let is_in_order = |it: &[Arc<InferredChunk>]| it.is_sorted_by_key(|it| it.chunk.base());
    // The head is one chunk.
    (first <= 1 && is_in_order(&all)).then(|| all.into())
}

fn inferred_chunk_of(
    body: &Body,
    inference: &Inference,
    statements: Box<[ExprId]>,
    chunk: usize,
) -> Option<Arc<InferredChunk>> {
    let part = inference.parts.get(chunk)?;
    let origins = part.choices.values().flat_map(|choices| choices.iter());
    let sources = origins.filter_map(|choice| body.chunk_of(choice.origin));
    let mut sources: Vec<usize> = sources.filter(|source| *source != chunk).collect();
    sources.sort_unstable();
    sources.dedup();
    let base = |chunk: usize| Some(body.chunks().get(chunk)?.base());
    Some(Arc::new(InferredChunk {
        statements,
        chunk: Arc::clone(body.chunks().get(chunk)?),
        inference: Arc::clone(part),
        sources: sources.into_iter().filter_map(base).collect(),
    }))
}

/// The chunk with this first id.
#[salsa::tracked(returns(clone))]
fn inferred_chunk(
    db: &dyn Db,
    environment: Environment,
    item: Item,
    base: usize,
) -> Option<Arc<InferredChunk>> {
    let all = inferred_chunks(db, environment, item)?;
    let at = all.binary_search_by_key(&base, |it| it.chunk.base());
    at.ok().and_then(|at| all.get(at).cloned())
}

/// A body without parameters and expressions.
#[salsa::tracked(returns(clone))]
fn empty(db: &dyn Db, environment: Environment, item: Item) -> Arc<Body> {
    // The environment is part of the key only because queries need two parts.
    let _ = environment;
    Arc::new(body(db, item).with_only([]))
}

/// A chunk of a body, with the parts of the body that it depends on.
pub struct ChunkView {
    /// The statements of the chunk.
    pub statements: Box<[ExprId]>,
    /// They, and the expressions that their values come from.
    pub body: Body,
    /// The inference of these; failures, absent accesses and matches are those of the chunk alone.
    pub inference: Inference,
}

impl ChunkView {
    /// The view of the chunk with this first id; `None` if there is none.
    pub fn new(db: &dyn Db, environment: Environment, item: Item, base: usize) -> Option<Self> {
        let own = inferred_chunk(db, environment, item, base)?;
        let mut all = vec![Arc::clone(&own)];
        let mut next = 0;
        while let Some(it) = all.get(next).cloned() {
            next += 1;
            for source in &it.sources {
                if !all.iter().any(|it| it.chunk.base() == *source) {
                    all.extend(inferred_chunk(db, environment, item, *source));
                }
            }
        }
        all.sort_unstable_by_key(|it| it.chunk.base());
        let chunks = all.iter().map(|it| Arc::clone(&it.chunk));
        let parts = all.iter().map(|it| Arc::clone(&it.inference));
        Some(Self {
            statements: own.statements.clone(),
            body: empty(db, environment, item).with_chunks(chunks),
            inference: Inference::view(&own.inference, parts.collect()),
        })
    }
}
