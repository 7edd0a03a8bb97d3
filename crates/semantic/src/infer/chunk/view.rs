//! Portions of long bodies: the statements of one chunk each, with what was found out about them.
//!
//! After an edit, nearly all portions are what they were. Whoever asks for one, and for those that its values come from,
//! and for nothing else of the body, need not look at it again.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::{Body, Chunk, Expr, ExprId};

use crate::index::item_tree::{Item, body};
use crate::infer::chunk::inference::ChunkInference;
use crate::infer::{Inference, infer};

/// The statements of one chunk, or the head of the definition.
#[derive(Debug, PartialEq, Eq)]
struct ChunkView {
    statements: Box<[ExprId]>,
    chunk: Arc<Chunk>,
    piece: Arc<ChunkInference>,
    /// The first ids of other portions that values come from which are used here.
    sources: Box<[usize]>,
}

/// The first ids of the portions of a body, in the order of the source; `None` for a body that is no long one.
pub fn portions(
    db: &dyn Db,
    environment: Environment,
    item: Item,
) -> Option<impl Iterator<Item = usize> + use<>> {
    infer(db, environment, item).chunks.as_ref()?;
    let all = portions_of(db, environment, item)?;
    Some((0..all.len()).filter_map(move |at| all.get(at).map(|it| it.chunk.base())))
}

#[salsa::tracked(returns(clone))]
fn portions_of(db: &dyn Db, environment: Environment, item: Item) -> Option<Arc<[Arc<ChunkView>]>> {
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
        all.push(portion_of(&body, inference, head.collect(), 0)?);
    }
    let same = |one: &ExprId, other: &ExprId| body.chunk_of(*one) == body.chunk_of(*other);
    for statements in statements.chunk_by(same) {
        let chunk = body.chunk_of(*statements.first()?)?;
        all.push(portion_of(&body, inference, statements.into(), chunk)?);
    }
    let is_in_order = |it: &[Arc<ChunkView>]| it.is_sorted_by_key(|it| it.chunk.base());
    // The head is one chunk.
    (first <= 1 && is_in_order(&all)).then(|| all.into())
}

fn portion_of(
    body: &Body,
    inference: &Inference,
    statements: Box<[ExprId]>,
    chunk: usize,
) -> Option<Arc<ChunkView>> {
    let piece = inference.pieces.get(chunk)?;
    let origins = piece.choices.values().flat_map(|choices| choices.iter());
    let sources = origins.filter_map(|choice| body.chunk_of(choice.origin));
    let mut sources: Vec<usize> = sources.filter(|source| *source != chunk).collect();
    sources.sort_unstable();
    sources.dedup();
    let base = |chunk: usize| Some(body.chunks().get(chunk)?.base());
    Some(Arc::new(ChunkView {
        statements,
        chunk: Arc::clone(body.chunks().get(chunk)?),
        piece: Arc::clone(piece),
        sources: sources.into_iter().filter_map(base).collect(),
    }))
}

/// The portion with this first id.
#[salsa::tracked(returns(clone))]
fn portion(
    db: &dyn Db,
    environment: Environment,
    item: Item,
    base: usize,
) -> Option<Arc<ChunkView>> {
    let all = portions_of(db, environment, item)?;
    let at = all.binary_search_by_key(&base, |it| it.chunk.base());
    at.ok().and_then(|at| all.get(at).cloned())
}

/// A body without parameters and expressions.
#[salsa::tracked(returns(clone))]
fn empty(db: &dyn Db, environment: Environment, item: Item) -> Arc<Body> {
    // The environment is part of the key only because queries need two parts.
    let _ = environment;
    Arc::new(body(db, item).piece([]))
}

/// As much of a body as one portion of it needs.
pub struct Excerpt {
    /// The statements of the portion.
    pub statements: Box<[ExprId]>,
    /// They, and what their values come from.
    pub body: Body,
    /// What is known about these; failures and the like are those of the portion alone.
    pub inference: Inference,
}

impl Excerpt {
    /// The excerpt for the portion with this first id; `None` if there is no such portion.
    pub fn of(db: &dyn Db, environment: Environment, item: Item, base: usize) -> Option<Self> {
        let own = portion(db, environment, item, base)?;
        let mut all = vec![Arc::clone(&own)];
        let mut next = 0;
        while let Some(it) = all.get(next).cloned() {
            next += 1;
            for source in &it.sources {
                if !all.iter().any(|it| it.chunk.base() == *source) {
                    all.extend(portion(db, environment, item, *source));
                }
            }
        }
        all.sort_unstable_by_key(|it| it.chunk.base());
        let chunks = all.iter().map(|it| Arc::clone(&it.chunk));
        let pieces = all.iter().map(|it| Arc::clone(&it.piece));
        Some(Self {
            statements: own.statements.clone(),
            body: empty(db, environment, item).with_chunks(chunks),
            inference: Inference::excerpt(&own.piece, pieces.collect()),
        })
    }
}
