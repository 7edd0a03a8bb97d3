//! Source positions of a program's nodes.

use std::sync::Arc;

use text_size::{TextRange, TextSize};

use super::ids::{BodyId, ExprId, PartId};
use crate::incremental::chunk::{ChunkPlaces, PagedOffsets};

/// The two ranges of an expression, from the start of the definition that it is in (of the file, for the file's own
/// statements). Bytes of UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// What Puppet's model has as offset and length; issues are reported at its start.
    pub reported: TextRange,
    /// What the expression's whole text covers.
    pub full: TextRange,
}

impl Span {
    /// A span whose two ranges are the same.
    pub fn new(range: TextRange) -> Self {
        Span {
            reported: range,
            full: range,
        }
    }
}

/// The place of a part or of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PartSpan {
    /// The part's place.
    pub span: Span,
    /// The place of its name: a parameter's variable, an attribute's name, the name that is defined.
    pub name: Option<TextRange>,
}

impl PartSpan {
    /// The place of a part without a name.
    pub fn new(span: Span) -> Self {
        PartSpan { span, name: None }
    }
}

/// The positions of one [`Body`](super::Body)'s nodes, from the definition's start.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SourceMap {
    definition: PartSpan,
    /// Where each chunk starts, and the places in it.
    chunks: Box<[(TextSize, Arc<ChunkPlaces>)]>,
    pages: Arc<PagedOffsets>,
}

impl SourceMap {
    pub(super) fn new(
        definition: PartSpan,
        chunks: Vec<(TextSize, Arc<ChunkPlaces>)>,
        pages: Arc<PagedOffsets>,
    ) -> Self {
        SourceMap {
            definition,
            chunks: chunks.into(),
            pages,
        }
    }

    fn chunk(&self, id: usize) -> Option<(TextSize, &ChunkPlaces)> {
        let (start, places) = self.chunks.get(self.pages.chunk_of(id)?)?;
        Some((*start, places))
    }

    /// The place of the whole definition and of its name.
    pub fn definition(&self) -> PartSpan {
        self.definition
    }

    /// The place of an expression; the definition's own for an id of another body.
    pub fn expr(&self, id: ExprId) -> Span {
        let chunk = self.chunk(id.index());
        chunk
            .and_then(|(start, places)| Some(places.expr(id)?.relative_to(start)))
            .unwrap_or(self.definition.span)
    }

    /// The place of a part; the definition's own for an id of another body.
    pub fn part(&self, id: PartId) -> PartSpan {
        let chunk = self.chunk(id.index());
        chunk
            .and_then(|(start, places)| Some(places.part(id)?.relative_to(start)))
            .unwrap_or(self.definition)
    }

    /// The expression whose text covers exactly this range, from the definition's start; of several, the outermost.
    fn expr_at(&self, range: TextRange) -> Option<ExprId> {
        let chunks = self.chunks.iter().rev();
        let mut found = chunks.filter_map(|(start, places)| {
            let range = range.checked_sub(*start)?;
            places.outermost(range)
        });
        found.next()
    }

    /// All expressions' places with their ids.
    pub fn exprs(&self) -> impl Iterator<Item = (ExprId, Span)> + '_ {
        self.chunks.iter().flat_map(|(start, places)| {
            let places = places.exprs();
            places.map(|(id, span)| (id, span.relative_to(*start)))
        })
    }
}

/// The positions of all nodes of a [`Program`](super::Program).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ProgramSourceMap {
    /// By [`BodyId`]: the start of the definition in the file, and the places within it.
    bodies: Vec<(TextSize, Arc<SourceMap>)>,
}

impl ProgramSourceMap {
    pub(super) fn push(&mut self, start: TextSize, map: SourceMap) {
        self.bodies.push((start, Arc::new(map)));
    }

    pub(super) fn set(&mut self, body: BodyId, start: TextSize, map: SourceMap) {
        if let Some(place) = self.bodies.get_mut(body.index()) {
            *place = (start, Arc::new(map));
        }
    }

    /// The places within one body, from its start.
    pub fn body(&self, body: BodyId) -> Option<&Arc<SourceMap>> {
        self.bodies.get(body.index()).map(|(_, map)| map)
    }

    /// Where in the file the definition starts.
    pub fn start(&self, body: BodyId) -> TextSize {
        self.bodies
            .get(body.index())
            .map_or(TextSize::new(0), |(start, _)| *start)
    }

    /// The place of an expression in the file.
    pub fn expr(&self, body: BodyId, id: ExprId) -> Option<Span> {
        let (start, map) = self.bodies.get(body.index())?;
        Some(map.expr(id).relative_to(*start))
    }

    /// The expression whose text covers exactly this range of the file; of several, the outermost.
    pub fn expr_at(&self, range: TextRange) -> Option<(BodyId, ExprId)> {
        let bodies = self.bodies.iter().enumerate().rev();
        let mut found = bodies.filter_map(|(body, (start, map))| {
            let expr = map.expr_at(range.checked_sub(*start)?)?;
            Some((BodyId::from(body), expr))
        });
        found.next()
    }

    /// The place of a part in the file.
    pub fn part(&self, body: BodyId, id: PartId) -> Option<PartSpan> {
        let (start, map) = self.bodies.get(body.index())?;
        Some(map.part(id).relative_to(*start))
    }

    /// The place of a definition and its name in the file.
    pub fn definition(&self, body: BodyId) -> Option<PartSpan> {
        let (start, map) = self.bodies.get(body.index())?;
        Some(map.definition().relative_to(*start))
    }
}
