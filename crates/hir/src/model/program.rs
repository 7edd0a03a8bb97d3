//! A program: the bodies of one source, and how they are nested.

use std::sync::Arc;

use text_size::TextSize;

use super::body::{Body, BodyOwner};
use super::ids::{BodyId, DefinitionIndex};
use super::source_map::{PartSpan, ProgramSourceMap, SourceMap, Span};

/// One source (a manifest, or a template) as a list of bodies.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Program {
    /// The file's own body first, then the definitions in the order in which they start.
    bodies: Vec<Arc<Body>>,
    /// By [`BodyId`]: the body around it (none for the file), and the definitions that stand directly in it.
    nesting: Vec<Nesting>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Nesting {
    parent: Option<BodyId>,
    definitions: Vec<BodyId>,
}

impl Program {
    /// The id of the file's own body.
    pub const FILE: BodyId = BodyId(0);

    /// The file's own body.
    pub fn file(&self) -> Option<&Arc<Body>> {
        self.bodies.first()
    }

    /// The body with this id.
    pub fn body(&self, id: BodyId) -> Option<&Arc<Body>> {
        self.bodies.get(id.index())
    }

    /// All bodies with their ids: the file's own first, then the definitions in the order in which they start.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Arc<Body>)> {
        self.bodies
            .iter()
            .enumerate()
            .map(|(index, body)| (BodyId::from(index), body))
    }

    /// The body in which a definition stands; none for the file.
    pub fn parent(&self, id: BodyId) -> Option<BodyId> {
        self.nesting.get(id.index()).and_then(|it| it.parent)
    }

    /// The definitions that stand directly in a body.
    pub fn definitions(&self, id: BodyId) -> &[BodyId] {
        self.nesting
            .get(id.index())
            .map_or(&[], |it| &it.definitions)
    }

    /// The body after an [`Expr::Definition`](super::Expr::Definition) of the body `within`.
    pub fn definition(&self, within: BodyId, index: DefinitionIndex) -> Option<BodyId> {
        self.definitions(within).get(index.index()).copied()
    }
}

/// Makes a [`Program`] with its [`ProgramSourceMap`].
///
/// A definition's id is given out when its lowering starts ([`ProgramBuilder::open`]), and its body is handed in when
/// that ends ([`ProgramBuilder::close`]).
#[derive(Debug)]
pub struct ProgramBuilder {
    program: Program,
    map: ProgramSourceMap,
}

impl Default for ProgramBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ProgramBuilder {
    /// A program with the (still empty) body of the file.
    pub fn new() -> Self {
        let mut builder = ProgramBuilder {
            program: Program {
                bodies: Vec::new(),
                nesting: Vec::new(),
            },
            map: ProgramSourceMap::default(),
        };
        builder.push(None);
        builder
    }

    /// Starts a definition that stands directly in `parent`; it is `parent`'s next [`DefinitionIndex`].
    pub fn open(&mut self, parent: BodyId) -> BodyId {
        let id = self.push(Some(parent));
        if let Some(nesting) = self.program.nesting.get_mut(parent.index()) {
            nesting.definitions.push(id);
        }
        id
    }

    /// Hands in the body of a definition that starts at `start` in the file (0 for the file).
    pub fn close(&mut self, id: BodyId, start: TextSize, body: Body, map: SourceMap) {
        if let Some(place) = self.program.bodies.get_mut(id.index()) {
            *place = Arc::new(body);
            self.map.set(id, start, map);
        }
    }

    /// The finished program.
    pub fn finish(self) -> (Program, ProgramSourceMap) {
        (self.program, self.map)
    }

    fn push(&mut self, parent: Option<BodyId>) -> BodyId {
        let id = BodyId::from(self.program.bodies.len());
        let nothing = PartSpan::new(Span::new(Default::default()));
        let (body, map) = super::BodyBuilder::new().finish(BodyOwner::File, None, nothing);
        self.program.bodies.push(Arc::new(body));
        self.program.nesting.push(Nesting {
            parent,
            definitions: Vec::new(),
        });
        self.map.push(TextSize::new(0), map);
        id
    }
}
