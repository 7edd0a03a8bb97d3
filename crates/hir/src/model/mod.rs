//! The model's data: equal in shape to Puppet's own abstract syntax (`Puppet::AST`, the Pops model).
//!
//! Everything is `Eq + Hash + Send + Sync`, and flat: expressions refer to one another by [`ExprId`], so that neither
//! dropping nor walking a deeply nested program recurses.

mod body;
mod chunk;
mod expr;
mod ids;
mod literal;
mod notes;
mod part;
mod program;
mod source_map;
mod walk;

pub use body::{Body, BodyBuilder, Definition, DefinitionKind};
pub use chunk::{Chunk, ChunkIndex, ChunkPlaces, Kinds, NameSet, PlacedChunk};
pub use expr::Expr;
pub use ids::{BodyId, DefinitionIndex, ExprId, PartId};
pub use literal::{FloatLiteral, IntegerLiteral, Radix};
pub use notes::{ChunkRef, Summary};
pub use part::{
    AttributeOperation, AttributeOperator, CaseOption, KeyedEntry, Operation, Parameter, Query,
    QueryKind, ResourceBody, SelectorEntry, SubNode,
};
pub use program::{Program, ProgramBuilder};
pub use source_map::{PartSpan, ProgramSourceMap, SourceMap, Span};
pub use walk::{Preorder, Step};

mod operator;
#[cfg(test)]
mod tests;
pub use operator::{
    ArithmeticOperator, AssignmentOperator, ComparisonOperator, MatchOperator,
    RelationshipOperator, ResourceForm,
};
