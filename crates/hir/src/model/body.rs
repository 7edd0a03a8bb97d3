//! A body: the expressions of one definition, or of the file itself.

use std::sync::Arc;

use smol_str::SmolStr;
use text_size::TextSize;

use super::expr::Expr;
use super::ids::{DefinitionIndex, ExprId, PartId};
use super::source_map::{PartSpan, SourceMap, Span};
use crate::incremental::chunk::{
    Chunk, ChunkIndex, ChunkPlaces, IdBlocks, OpenChunk, PagedOffsets, PlacedChunk,
};
use crate::model::sub_node::Parameter;

/// The expressions of one definition (or of the file's own statements), without positions.
///
/// Lambdas and apply blocks are part of the body around them; nested definitions have bodies of their own, and are
/// seen here as [`Expr::Definition`]. They are in [chunks](Chunk), which bodies of an earlier and a later text may share.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Body {
    definition: BodyOwner,
    chunks: Box<[Arc<Chunk>]>,
    /// None where there are only some of the chunks.
    pages: Option<Arc<PagedOffsets>>,
    root: Option<ExprId>,
    definitions: u32,
}

/// What a body belongs to, with the head of the definition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum BodyOwner {
    /// The file itself (`Program`).
    File,
    /// `class name(…) inherits parent { … }` (`HostClassDefinition`)
    Class {
        /// The name, as written with the namespace of the classes around it.
        name: SmolStr,
        /// The parameters.
        parameters: Box<[Parameter]>,
        /// The name after `inherits`.
        parent_class: Option<SmolStr>,
    },
    /// `define name(…) { … }` (`ResourceTypeDefinition`)
    DefinedType {
        /// The name, as written with the namespace of the classes around it.
        name: SmolStr,
        /// The parameters.
        parameters: Box<[Parameter]>,
    },
    /// `function name(…) >> Type { … }` (`FunctionDefinition`)
    Function {
        /// The name.
        name: SmolStr,
        /// The parameters.
        parameters: Box<[Parameter]>,
        /// The type after `>>`.
        return_type: Option<ExprId>,
    },
    /// `plan name(…) { … }` (`PlanDefinition`)
    Plan {
        /// The name.
        name: SmolStr,
        /// The parameters.
        parameters: Box<[Parameter]>,
        /// The type after `>>`.
        return_type: Option<ExprId>,
    },
    /// `node matches inherits parent { … }` (`NodeDefinition`)
    Node {
        /// The parent; Puppet reports that it cannot be used.
        parent: Option<ExprId>,
        /// What the node's name is compared with.
        host_matches: Box<[ExprId]>,
    },
    /// `type Name = Type` (`TypeAlias`); the body's root is nothing.
    TypeAlias {
        /// The name, as written.
        name: SmolStr,
        /// The type.
        type_expr: Option<ExprId>,
    },
    /// `type Runtime[…] = Type` (`TypeMapping`); the body's root is nothing.
    TypeMapping {
        /// The left side.
        type_expr: Option<ExprId>,
        /// The right side.
        mapping_expr: Option<ExprId>,
    },
    /// `type Name inherits Parent { … }` (`TypeDefinition`)
    TypeDefinition {
        /// The name, as written.
        name: SmolStr,
        /// The name after `inherits`.
        parent: Option<SmolStr>,
    },
}

/// The kinds of [`BodyOwner`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(
    missing_docs,
    reason = "named and described as the variants of BodyOwner"
)]
pub enum DefinitionKind {
    File,
    Class,
    DefinedType,
    Function,
    Plan,
    Node,
    TypeAlias,
    TypeMapping,
    TypeDefinition,
}

impl DefinitionKind {
    /// The name of the class in Puppet's model.
    pub fn class_name(self) -> &'static str {
        match self {
            DefinitionKind::File => "Program",
            DefinitionKind::Class => "HostClassDefinition",
            DefinitionKind::DefinedType => "ResourceTypeDefinition",
            DefinitionKind::Function => "FunctionDefinition",
            DefinitionKind::Plan => "PlanDefinition",
            DefinitionKind::Node => "NodeDefinition",
            DefinitionKind::TypeAlias => "TypeAlias",
            DefinitionKind::TypeMapping => "TypeMapping",
            DefinitionKind::TypeDefinition => "TypeDefinition",
        }
    }
}

impl BodyOwner {
    /// Which kind it is.
    pub fn kind(&self) -> DefinitionKind {
        match self {
            BodyOwner::File => DefinitionKind::File,
            BodyOwner::Class { .. } => DefinitionKind::Class,
            BodyOwner::DefinedType { .. } => DefinitionKind::DefinedType,
            BodyOwner::Function { .. } => DefinitionKind::Function,
            BodyOwner::Plan { .. } => DefinitionKind::Plan,
            BodyOwner::Node { .. } => DefinitionKind::Node,
            BodyOwner::TypeAlias { .. } => DefinitionKind::TypeAlias,
            BodyOwner::TypeMapping { .. } => DefinitionKind::TypeMapping,
            BodyOwner::TypeDefinition { .. } => DefinitionKind::TypeDefinition,
        }
    }

    /// The name that it defines; none for files, nodes and type mappings.
    pub fn name(&self) -> Option<&SmolStr> {
        match self {
            BodyOwner::Class { name, .. }
            | BodyOwner::DefinedType { name, .. }
            | BodyOwner::Function { name, .. }
            | BodyOwner::Plan { name, .. }
            | BodyOwner::TypeAlias { name, .. }
            | BodyOwner::TypeDefinition { name, .. } => Some(name),
            BodyOwner::File | BodyOwner::Node { .. } | BodyOwner::TypeMapping { .. } => None,
        }
    }

    /// The parameters of the head.
    pub fn parameters(&self) -> &[Parameter] {
        match self {
            BodyOwner::Class { parameters, .. }
            | BodyOwner::DefinedType { parameters, .. }
            | BodyOwner::Function { parameters, .. }
            | BodyOwner::Plan { parameters, .. } => parameters,
            _ => &[],
        }
    }

    /// The same without parameters.
    fn without_parameters(&self) -> Self {
        let parameters = Box::default();
        match self {
            BodyOwner::Class {
                name, parent_class, ..
            } => BodyOwner::Class {
                name: name.clone(),
                parameters,
                parent_class: parent_class.clone(),
            },
            BodyOwner::DefinedType { name, .. } => BodyOwner::DefinedType {
                name: name.clone(),
                parameters,
            },
            BodyOwner::Function {
                name, return_type, ..
            } => BodyOwner::Function {
                name: name.clone(),
                parameters,
                return_type: *return_type,
            },
            BodyOwner::Plan {
                name, return_type, ..
            } => BodyOwner::Plan {
                name: name.clone(),
                parameters,
                return_type: *return_type,
            },
            other => other.clone(),
        }
    }

    /// The expressions of the head apart from the parameters', in the order of the source.
    pub(super) fn head_exprs(&self) -> impl Iterator<Item = ExprId> + '_ {
        let (list, first, second): (&[ExprId], _, _) = match self {
            BodyOwner::Function { return_type, .. } | BodyOwner::Plan { return_type, .. } => {
                (&[], *return_type, None)
            }
            BodyOwner::Node {
                parent,
                host_matches,
            } => (host_matches, *parent, None),
            BodyOwner::TypeAlias { type_expr, .. } => (&[], *type_expr, None),
            BodyOwner::TypeMapping {
                type_expr,
                mapping_expr,
            } => (&[], *type_expr, *mapping_expr),
            _ => (&[], None, None),
        };
        list.iter().copied().chain(first).chain(second)
    }
}

impl Body {
    /// What the body belongs to.
    pub fn definition(&self) -> &BodyOwner {
        &self.definition
    }

    /// The name that the body defines; none for files, nodes and type mappings.
    pub fn name(&self) -> Option<&SmolStr> {
        self.definition.name()
    }

    /// The parameters of the definition.
    pub fn parameters(&self) -> &[Parameter] {
        self.definition.parameters()
    }

    /// The statements: a block, an only statement, or nothing.
    pub fn root(&self) -> Option<ExprId> {
        self.root
    }

    /// Whether it is a template that declares no parameters: it has whatever variables its call gives it.
    pub fn is_open_template(&self) -> bool {
        let root = self.root().map(|root| self.expr(root));
        let template = match root {
            Some(Expr::Lambda { body, .. }) => body.map(|body| self.expr(body)),
            root => root,
        };
        matches!(template, Some(Expr::Epp { parameters_specified, .. }) if !parameters_specified)
    }

    /// The expression with this id; [`Expr::Missing`] for an id of another body.
    pub fn expr(&self, id: ExprId) -> &Expr {
        let chunk = self.chunk_of(id);
        chunk
            .and_then(|chunk| self.chunks.get(chunk)?.expr(id))
            .unwrap_or(&Expr::Missing)
    }

    /// The number of the chunk that an expression is in.
    pub fn chunk_of(&self, id: ExprId) -> Option<usize> {
        match &self.pages {
            Some(pages) => pages.chunk_of(id.index()),
            None => {
                let after = |chunk: &Arc<Chunk>| chunk.base() <= id.index();
                self.chunks.partition_point(after).checked_sub(1)
            }
        }
    }

    /// Which chunk has an expression, for those who keep something for each chunk.
    pub fn chunk_index(&self) -> Option<ChunkIndex> {
        self.pages.clone().map(ChunkIndex)
    }

    /// The parameters and whatever else stands before the statements, as a body without statements.
    pub fn head(&self) -> Body {
        let first = self.root.map(|root| match self.expr(root) {
            Expr::Block(statements) => statements.first().copied().unwrap_or(root),
            _ => root,
        });
        let chunks = first.and_then(|first| self.chunk_of(first));
        let chunks = self.chunks.iter().take(chunks.unwrap_or(usize::MAX));
        Body {
            definition: self.definition.clone(),
            chunks: chunks.cloned().collect(),
            pages: None,
            root: None,
            definitions: self.definitions,
        }
    }

    /// A body of some of the chunks alone, without head and root; their numbers must be in order.
    pub fn with_only(&self, chunks: impl IntoIterator<Item = usize>) -> Body {
        let chunks = chunks.into_iter();
        let chunks = chunks.filter_map(|chunk| self.chunks.get(chunk).cloned());
        Body {
            definition: self.definition.without_parameters(),
            chunks: chunks.collect(),
            pages: None,
            root: None,
            definitions: self.definitions,
        }
    }

    /// A chunk alone, without anything of its definition.
    pub(crate) fn from_chunk(chunk: &Arc<Chunk>) -> Body {
        Body {
            definition: BodyOwner::File,
            chunks: Box::new([Arc::clone(chunk)]),
            pages: None,
            root: None,
            definitions: 0,
        }
    }

    /// The same with chunks, which must be in the order of their ids.
    pub fn with_chunks(&self, chunks: impl IntoIterator<Item = Arc<Chunk>>) -> Body {
        Body {
            chunks: chunks.into_iter().collect(),
            ..self.clone()
        }
    }

    /// All expressions with their ids, operands before what they are operands of.
    pub fn exprs(&self) -> impl Iterator<Item = (ExprId, &Expr)> {
        self.chunks.iter().flat_map(|chunk| chunk.exprs())
    }

    /// The chunks of the body, in the order of their ids.
    pub fn chunks(&self) -> &[Arc<Chunk>] {
        &self.chunks
    }

    /// How many expressions there are.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// Whether there is no expression at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All ids are less than this. Some of those stand for nothing.
    pub fn id_bound(&self) -> usize {
        let last = self.chunks.last();
        last.map_or(0, |chunk| chunk.base() + chunk.len())
    }

    /// How many definitions stand directly in this body.
    pub fn definition_count(&self) -> usize {
        self.definitions as usize
    }

    /// The name of the variable that the expression reads or assigns, without `$`, and without `::` in front.
    ///
    /// None when `id` is no [`Expr::Variable`], or one whose operand is no name.
    pub fn variable_name(&self, id: ExprId) -> Option<&SmolStr> {
        match self.expr(id) {
            Expr::Variable(name) => match self.expr(*name) {
                Expr::QualifiedName(name) => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    /// The expression inside of any number of parentheses.
    pub fn without_parentheses(&self, mut id: ExprId) -> ExprId {
        while let Expr::Parenthesized(inner) = self.expr(id) {
            id = *inner;
        }
        id
    }
}

/// Makes a [`Body`] and its [`SourceMap`], expression by expression.
#[derive(Debug, Default)]
pub struct BodyBuilder {
    chunks: Vec<Arc<Chunk>>,
    places: Vec<(TextSize, Arc<ChunkPlaces>)>,
    pages: PagedOffsets,
    blocks: IdBlocks,
    open: OpenChunk,
    definitions: u32,
}

impl BodyBuilder {
    /// A builder without expressions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an expression whose operands are there already. The ranges of `span` start at the definition's start.
    pub fn add(&mut self, expr: Expr, span: Span) -> ExprId {
        self.open.add(expr, span)
    }

    /// Adds the place of a part (and its name).
    pub fn add_part(&mut self, span: PartSpan) -> PartId {
        self.open.add_part(span)
    }

    /// The next definition that stands directly in this body.
    pub fn add_definition(&mut self, span: Span) -> ExprId {
        let index = DefinitionIndex(self.definitions);
        self.definitions += 1;
        self.add(Expr::Definition(index), span)
    }

    /// How many definitions stand directly in this body so far.
    pub fn definition_count(&self) -> u32 {
        self.definitions
    }

    /// Starts a chunk of expressions that do not stand before `start` (from the definition's start). Gives its base,
    /// which depends little on the ids before it where the chunk may be the first of an id block.
    pub fn start_chunk(&mut self, start: TextSize, may_start_block: bool) -> usize {
        self.end_chunk();
        self.blocks.place(&mut self.pages, start, may_start_block);
        self.open = OpenChunk::new(self.pages.end(), start);
        self.pages.end()
    }

    /// Ends the chunk that was started; what is added next belongs to none of the statements. Gives the chunk, unless it
    /// is empty.
    pub fn end_chunk(&mut self) -> Option<PlacedChunk> {
        let start = self.open.start();
        let open = std::mem::take(&mut self.open);
        let chunk = (!open.is_empty()).then(|| open.finish());
        if let Some(chunk) = &chunk {
            self.push(chunk.clone(), start);
        }
        self.open = OpenChunk::new(self.pages.end(), TextSize::new(0));
        chunk
    }

    /// Takes over a chunk that was made with this base, for the same statements.
    pub fn take_over(&mut self, chunk: PlacedChunk, start: TextSize) {
        self.end_chunk();
        self.push(chunk, start);
        self.open = OpenChunk::new(self.pages.end(), TextSize::new(0));
    }

    fn push(&mut self, chunk: PlacedChunk, start: TextSize) {
        self.pages.add(self.chunks.len(), chunk.capacity());
        self.chunks.push(chunk.chunk);
        self.places.push((start, chunk.places));
    }

    /// An expression added before; [`Expr::Missing`] for an id of another body.
    pub fn expr(&self, id: ExprId) -> &Expr {
        let open = self.open.expr(id);
        let ended = || {
            let chunk = self.pages.chunk_of(id.index())?;
            self.chunks.get(chunk)?.expr(id)
        };
        open.or_else(ended).unwrap_or(&Expr::Missing)
    }

    /// An expression of the chunk that is being made, to change it; operands must stay ones with smaller ids.
    pub fn expr_mut(&mut self, id: ExprId) -> Option<&mut Expr> {
        self.open.expr_mut(id)
    }

    /// The span of an expression added before.
    pub fn span(&self, id: ExprId) -> Option<Span> {
        let ended = || {
            let chunk = self.pages.chunk_of(id.index())?;
            let (start, places) = self.places.get(chunk)?;
            Some(places.expr(id)?.relative_to(*start))
        };
        self.open.span(id).or_else(ended)
    }

    /// Moves an expression of the chunk that is being made.
    pub fn relocate(&mut self, id: ExprId, span: Span) {
        self.open.relocate(id, span);
    }

    /// The finished body, with its source map; `definition_span` is the definition's own place and name.
    pub fn finish(
        mut self,
        definition: BodyOwner,
        root: Option<ExprId>,
        definition_span: PartSpan,
    ) -> (Body, SourceMap) {
        self.end_chunk();
        let pages = Arc::new(self.pages);
        let body = Body {
            definition,
            chunks: self.chunks.into(),
            pages: Some(Arc::clone(&pages)),
            root,
            definitions: self.definitions,
        };
        (body, SourceMap::new(definition_span, self.places, pages))
    }
}
