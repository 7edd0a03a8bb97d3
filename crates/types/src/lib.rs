//! The Puppet type system: types, values and their relations.
//!
//! A [`Type`] is a small, cheaply cloned tree; a [`Value`] is what a Puppet expression evaluates to. Types refer to
//! aliases *by name*: whatever needs the definition asks a [`TypeContext`]. Nothing here reads files, knows positions in
//! source text or depends on an incremental database.

pub mod context;
pub mod float;
pub mod ty;
pub mod value;

pub use crate::{
    context::{AliasDefinition, BuiltinContext, Named, TypeContext},
    float::Float64,
    ty::{
        ArrayType, Attribute, AttributeKind, CallableType, EnumType, FloatRange, HashType,
        InitType, IntegerRange, ObjectExtensionType, ObjectType, PatternType, Range, ResourceType,
        RuntimeName, RuntimeType, StringConstraint, StructElement, StructType, TimespanRange,
        TimestampRange, TupleType, Type, TypeSetType,
    },
    value::{HashValue, IteratorValue, ObjectValue, Value},
};
