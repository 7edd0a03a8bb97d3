//! Chunks of a body, each with a range of ids of its own.
//!
//! A chunk holds the expressions of a few neighbouring statements. Its ids start at its base, and its
//! capacity follows from its size, with some to spare. So a change in one statement seldom moves the ids of those after
//! it, and their chunks are reused as they are. The ids between the end of a chunk and the base of the next one are
//! unused.
//!
//! Some chunks start an id block: the base of such a chunk follows from its distance to the definition's start, counted
//! in cells of some thousand bytes, and hardly from the ids before it. So ids that move (where a chunk comes or goes, or
//! outgrows its capacity) move none after their block; and as the text before a block grows, its ids move once in a
//! cell's length.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use crate::incremental::chunk_summary::ChunkSummaries;
use crate::model::{Expr, ExprId, PartId, PartSpan, Span};

/// Bases are multiples of this, so that the chunk of an id is found without a search.
const PAGE: usize = 16;

/// The length of a cell, in bytes of the definition's text.
const CELL: usize = 4096;

/// How many ids there are for a cell. Few texts have as many expressions; where one does, blocks follow each other.
const CELL_IDS: usize = 1024;

/// Bases of id blocks are multiples of this.
const BLOCK: usize = 128;

/// Some expressions of a body, operands before what they are operands of.
#[derive(Debug, Clone)]
pub struct Chunk {
    base: usize,
    exprs: Box<[Expr]>,
    /// Follows from the expressions.
    mentions: OnceLock<ExprNames>,
    /// Follows from the expressions.
    kinds: OnceLock<ExprKinds>,
    /// Follow from the expressions.
    pub(super) summaries: ChunkSummaries,
}

/// Which of the rarer kinds of expressions there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExprKinds(u8);

impl ExprKinds {
    /// [`Expr::Missing`].
    pub const MISSING: Self = Self(1);
    /// [`Expr::Lambda`].
    pub const LAMBDA: Self = Self(2);

    fn of(expr: &Expr) -> Self {
        match expr {
            Expr::Missing => Self::MISSING,
            Expr::Lambda { .. } => Self::LAMBDA,
            _ => Self::default(),
        }
    }

    /// Whether some of those kinds are among these.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// What some expressions name.
#[derive(Debug, Clone, Default)]
pub struct ExprNames {
    /// The variables, with how often each is read; apart from texts, in which any value will do.
    pub variables: BTreeMap<SmolStr, u32>,
    /// The functions that are called by name, but for those that are called with a dot.
    pub functions: BTreeSet<SmolStr>,
}

impl PartialEq for Chunk {
    fn eq(&self, other: &Self) -> bool {
        (self.base, &self.exprs) == (other.base, &other.exprs)
    }
}

impl Eq for Chunk {}

impl Hash for Chunk {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.base, &self.exprs).hash(state);
    }
}

impl Chunk {
    /// The first of its ids.
    pub fn base(&self) -> usize {
        self.base
    }

    /// Its ids, without those that are to spare.
    pub fn ids(&self) -> std::ops::Range<usize> {
        self.base..self.base + self.exprs.len()
    }

    /// The variables and functions that it names.
    pub fn mentions(&self) -> &ExprNames {
        self.mentions.get_or_init(|| self.read_mentions())
    }

    /// Which of the rarer kinds of expressions there are.
    pub fn kinds(&self) -> ExprKinds {
        *self.kinds.get_or_init(|| {
            let kinds = self.exprs.iter().map(ExprKinds::of);
            kinds.fold(ExprKinds::default(), |all, it| ExprKinds(all.0 | it.0))
        })
    }

    fn read_mentions(&self) -> ExprNames {
        let mut mentions = ExprNames::default();
        let mut others = HashSet::new();
        for (_, expr) in self.exprs() {
            match expr {
                Expr::Text(inner) => drop(others.insert(*inner)),
                // The target of an assignment is no read.
                Expr::Assignment { left, .. } => drop(others.insert(*left)),
                Expr::CallNamedFunction { functor, .. } => {
                    if let Some(Expr::QualifiedName(name)) = self.expr(*functor) {
                        let name = name.strip_prefix("::").unwrap_or(name);
                        mentions.functions.insert(name.into());
                    }
                }
                _ => {}
            }
        }
        for (id, expr) in self.exprs() {
            if let Expr::Variable(name) = expr
                && let Some(Expr::QualifiedName(name)) = self.expr(*name)
            {
                let reads = mentions.variables.entry(name.clone()).or_default();
                *reads += u32::from(!others.contains(&id));
            }
        }
        mentions
    }

    pub(crate) fn expr(&self, id: ExprId) -> Option<&Expr> {
        self.exprs.get(id.index().checked_sub(self.base)?)
    }

    /// The expressions with their ids.
    pub fn exprs(&self) -> impl Iterator<Item = (ExprId, &Expr)> {
        let ids = (self.base..).map(ExprId::from);
        ids.zip(&self.exprs)
    }

    /// How many expressions there are.
    #[expect(clippy::len_without_is_empty, reason = "no chunk is empty")]
    pub fn len(&self) -> usize {
        self.exprs.len()
    }
}

/// The positions of a [`Chunk`]'s nodes, from its own start.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ChunkPlaces {
    base: usize,
    exprs: Box<[Span]>,
    parts: Box<[PartSpan]>,
    /// What all of the expressions cover together.
    covered: TextRange,
}

impl ChunkPlaces {
    pub(crate) fn expr(&self, id: ExprId) -> Option<Span> {
        let index = id.index().checked_sub(self.base)?;
        self.exprs.get(index).copied()
    }

    pub(crate) fn part(&self, id: PartId) -> Option<PartSpan> {
        let index = id.index().checked_sub(self.base)?;
        self.parts.get(index).copied()
    }

    pub(crate) fn exprs(&self) -> impl Iterator<Item = (ExprId, Span)> {
        let ids = (self.base..).map(ExprId::from);
        ids.zip(self.exprs.iter().copied())
    }

    /// The last expression whose text covers exactly this range: it has the others as operands.
    pub(crate) fn outermost(&self, range: TextRange) -> Option<ExprId> {
        let place = match self.covered.contains_range(range) {
            true => self.exprs.iter().rposition(|span| span.full == range)?,
            false => return None,
        };
        Some(ExprId::from(self.base + place))
    }
}

/// A chunk with its places: a pure function of the statements in it and of its base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedChunk {
    pub(crate) chunk: Arc<Chunk>,
    pub(crate) places: Arc<ChunkPlaces>,
}

impl PlacedChunk {
    /// Whether both are one and the same in memory.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.chunk, &other.chunk) && Arc::ptr_eq(&self.places, &other.places)
    }

    /// How many ids are set aside for it.
    pub(crate) fn capacity(&self) -> usize {
        let size = self.chunk.exprs.len().max(self.places.parts.len());
        let step = (size.next_power_of_two() / 8).max(PAGE);
        (size + size / 8).next_multiple_of(step)
    }
}

/// Which chunk has an id: by the id's page, the number of the chunk.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct PagedOffsets(Vec<u32>);

impl PagedOffsets {
    pub(crate) fn chunk_of(&self, id: usize) -> Option<usize> {
        let chunk = self.0.get(id / PAGE)?;
        usize::try_from(*chunk).ok()
    }

    /// Sets ids aside for the next chunk.
    pub(crate) fn add(&mut self, chunk: usize, capacity: usize) {
        let pages = self.0.len() + capacity / PAGE;
        self.0
            .resize(pages, u32::try_from(chunk).unwrap_or(u32::MAX));
    }

    /// Reserves ids without using them, so that the next chunk does not start before the base of an id block in this cell.
    fn start_block(&mut self, cell: usize) {
        let base = self.end().next_multiple_of(BLOCK).max(cell * CELL_IDS);
        let last = self.0.last().copied().unwrap_or_default();
        self.0.resize(base / PAGE, last);
    }

    /// The first id of the unused reserve.
    pub(crate) fn end(&self) -> usize {
        self.0.len() * PAGE
    }
}

/// The starts of a body's id blocks.
#[derive(Debug, Default)]
pub(crate) struct IdBlocks {
    /// The cell of the last one.
    cell: usize,
}

impl IdBlocks {
    /// Starts one before a chunk that starts so far after the definition's start, if it may be the first of a block, or
    /// if there is none in its cell. The ids before the first chunk do not move, nor do many of a short text.
    pub(crate) fn place(&mut self, pages: &mut PagedOffsets, start: TextSize, is_first: bool) {
        let cell = usize::from(start) / CELL;
        if pages.end() > 0 && cell > 0 && (is_first || cell > self.cell) {
            pages.start_block(cell);
            self.cell = cell;
        }
    }
}

/// Which chunk of a body has an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkIndex(pub(crate) Arc<PagedOffsets>);

impl ChunkIndex {
    /// The number of the chunk.
    pub fn chunk_of(&self, id: ExprId) -> Option<usize> {
        self.0.chunk_of(id.index())
    }
}

/// A chunk that is being made.
#[derive(Debug, Default)]
pub(crate) struct OpenChunk {
    base: usize,
    /// Where it starts, from the definition's start.
    start: TextSize,
    exprs: Vec<Expr>,
    places: Vec<Span>,
    parts: Vec<PartSpan>,
}

impl OpenChunk {
    pub(crate) fn new(base: usize, start: TextSize) -> Self {
        Self {
            base,
            start,
            ..Self::default()
        }
    }

    pub(crate) fn add(&mut self, expr: Expr, span: Span) -> ExprId {
        let id = ExprId::from(self.base + self.exprs.len());
        self.exprs.push(expr);
        self.places.push(span.from(self.start));
        id
    }

    pub(crate) fn add_part(&mut self, span: PartSpan) -> PartId {
        let id = PartId::from(self.base + self.parts.len());
        self.parts.push(span.from(self.start));
        id
    }

    pub(crate) fn expr(&self, id: ExprId) -> Option<&Expr> {
        self.exprs.get(id.index().checked_sub(self.base)?)
    }

    pub(crate) fn expr_mut(&mut self, id: ExprId) -> Option<&mut Expr> {
        self.exprs.get_mut(id.index().checked_sub(self.base)?)
    }

    pub(crate) fn span(&self, id: ExprId) -> Option<Span> {
        let span = self.places.get(id.index().checked_sub(self.base)?)?;
        Some(span.relative_to(self.start))
    }

    pub(crate) fn relocate(&mut self, id: ExprId, span: Span) {
        let index = id.index().checked_sub(self.base);
        if let Some(place) = index.and_then(|index| self.places.get_mut(index)) {
            *place = span.from(self.start);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.exprs.is_empty() && self.parts.is_empty()
    }

    pub(crate) fn start(&self) -> TextSize {
        self.start
    }

    pub(crate) fn finish(self) -> PlacedChunk {
        let chunk = Chunk {
            base: self.base,
            exprs: self.exprs.into(),
            mentions: OnceLock::new(),
            kinds: OnceLock::new(),
            summaries: ChunkSummaries::default(),
        };
        let ranges = self.places.iter().map(|span| span.full);
        let places = ChunkPlaces {
            base: self.base,
            covered: ranges.reduce(TextRange::cover).unwrap_or_default(),
            exprs: self.places.into(),
            parts: self.parts.into(),
        };
        PlacedChunk {
            chunk: Arc::new(chunk),
            places: Arc::new(places),
        }
    }
}

impl Span {
    /// The span as seen from a later start.
    fn from(self, start: TextSize) -> Self {
        Self {
            reported: from(self.reported, start),
            full: from(self.full, start),
        }
    }

    /// The span as seen from an earlier start, which is so far away.
    pub(crate) fn relative_to(self, start: TextSize) -> Self {
        Self {
            reported: at(self.reported, start),
            full: at(self.full, start),
        }
    }
}

impl PartSpan {
    fn from(self, start: TextSize) -> Self {
        Self {
            span: self.span.from(start),
            name: self.name.map(|name| from(name, start)),
        }
    }

    /// The place as seen from an earlier start, which is so far away.
    pub(crate) fn relative_to(self, start: TextSize) -> Self {
        Self {
            span: self.span.relative_to(start),
            name: self.name.map(|name| at(name, start)),
        }
    }
}

fn from(range: TextRange, start: TextSize) -> TextRange {
    range.checked_sub(start).unwrap_or(range)
}

fn at(range: TextRange, start: TextSize) -> TextRange {
    range.checked_add(start).unwrap_or(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capacity(size: usize) -> usize {
        let mut chunk = OpenChunk::new(0, TextSize::new(0));
        for _ in 0..size {
            chunk.add(Expr::Nop, Span::new(TextRange::default()));
        }
        chunk.finish().capacity()
    }

    #[test]
    fn blocks_start_where_the_text_says() {
        let mut pages = PagedOffsets::default();
        let mut blocks = IdBlocks::default();
        let mut base = |start: u32, is_first: bool| {
            blocks.place(&mut pages, start.into(), is_first);
            let base = pages.end();
            pages.add(0, PAGE);
            base
        };
        assert_eq!((base(0, false), base(100, true)), (0, PAGE));
        // In a cell, one after the other; those after do not ask what was before.
        assert_eq!((base(4100, true), base(4200, true)), (1024, 1024 + BLOCK));
        assert_eq!(
            (base(8100, false), base(8200, false)),
            (1024 + BLOCK + PAGE, 2048)
        );
        assert_eq!(
            (base(12_300, true), base(12_400, false)),
            (3072, 3072 + PAGE)
        );
    }

    #[test]
    fn ids_are_set_aside_in_steps() {
        for size in 0..3000 {
            let capacity = capacity(size);
            assert!(capacity >= size + size / 8 && capacity <= size + size / 2 + 2 * PAGE);
            assert_eq!(capacity % PAGE, 0);
        }
        let steps = (0..3000)
            .map(capacity)
            .collect::<std::collections::BTreeSet<_>>();
        assert!(steps.len() < 40, "{steps:?}");
    }
}
