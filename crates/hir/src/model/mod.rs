//! The model's data: equal in shape to Puppet's own abstract syntax (`Puppet::AST`, the Pops model).
//!
//! Everything is `Eq + Hash + Send + Sync`, and flat: expressions refer to one another by [`ExprId`], so that neither
//! dropping nor walking a deeply nested program recurses.

mod body;
mod call;
mod expr;
mod ids;
mod literal;
mod program;
mod source_map;
mod sub_node;
mod visit;

pub use crate::incremental::chunk::{
    Chunk, ChunkIndex, ChunkPlaces, ExprKinds, ExprNames, PlacedChunk,
};
pub use crate::incremental::{ChunkRef, Summary};
pub use crate::model::sub_node::{
    AttributeOperation, AttributeOperator, CaseOption, KeyedEntry, Operation, Parameter, Query,
    QueryKind, ResourceBody, SelectorEntry, SubNode,
};
pub use crate::model::visit::{Preorder, Step};
pub use body::{Body, BodyBuilder, BodyOwner, DefinitionKind};
pub use call::Call;
pub use expr::Expr;
pub use ids::{BodyId, DefinitionIndex, ExprId, PartId};
pub use literal::{FloatLiteral, IntegerLiteral, Radix};
pub use program::{Program, ProgramBuilder};
pub use source_map::{PartSpan, ProgramSourceMap, SourceMap, Span};

mod operator;
#[cfg(test)]
mod tests;
pub use operator::{
    ArithmeticOperator, AssignmentOperator, ComparisonOperator, MatchOperator,
    RelationshipOperator, ResourceForm,
};
