//! The Puppet type system: types, values and their relations.
//!
//! A [`Type`] is a small, cheaply cloned tree; a [`Value`] is what a Puppet expression evaluates to. Types refer to
//! aliases *by name*: whatever needs the definition asks a [`TypeContext`]. Nothing here reads files, knows positions in
//! source text or depends on an incremental database.
//!
//! Two readers make types: [`parameterize`] is the operator `[]` of the evaluator, [`read_type`] reads the right side of
//! a `type` definition. The relations ([`assignable`], [`is_instance`], [`common_type`], …) follow Puppet's own rules to
//! the last case; where something is unknown they give the lenient answer, and [`Relate`] tells that there is a
//! [`Doubt`]. All of them are bounded in depth and steps.

mod alias;
pub mod builtin;
mod callable;
mod constructor;
pub mod context;
mod definitions;
pub mod describe;
pub mod expr;
pub mod float;
pub mod format;
pub mod inferred;
mod init;
mod iterable;
mod member;
mod parameterize;
pub mod parse;
pub mod quote;
mod readable;
mod reader;
mod recursion_guard;
mod relation;
mod runtime;
pub mod ty;
mod type_of_value;
pub mod value;

pub use crate::alias::local_aliases::LocalAliases;
pub use crate::alias::{acyclic_alias_definition, alias_definition, refine, unresolved};
pub use crate::callable::callable;
pub use crate::constructor::{Constructor, constructor};
pub use crate::context::{AliasDefinition, BuiltinContext, Named, TypeContext};
pub use crate::definitions::{Definitions, object_definition};
pub use crate::describe::{
    Description, GivenArgument, Signature, SignatureBuilder, describe_mismatch,
    describe_parameters, describe_signatures, description_of_mismatch,
};
pub use crate::expr::TypeExpr;
pub use crate::float::Float64;
pub use crate::format::{Form, format_type, type_to_string};
pub use crate::init::object_signatures;
pub use crate::member::Membership;
pub use crate::parameterize::{AccessError, Blame, class_name, parameterize};
pub use crate::readable::{readable, readable_type};
pub use crate::reader::{
    TypeReadError, named_or_error, read_text, read_type, read_value, resolve_name,
};
pub use crate::relation::assignable::assignable;
pub use crate::relation::common_type::common_type;
pub use crate::relation::disjoint::disjoint;
pub use crate::relation::generalize::generalize;
pub use crate::relation::instance::{is_instance, puppet_equals};
pub use crate::relation::normalize::normalize;
pub use crate::relation::relate::{Doubt, Relate, resolve_alias};
pub use crate::ty::{
    ArrayType, Attribute, CallableType, EnumType, FloatRange, HashType, InitType, IntegerRange,
    ObjectAttributeKind, ObjectExtensionType, ObjectFunction, ObjectType, PatternType, Range,
    ResourceType, RuntimeName, RuntimeType, StringConstraint, StructElement, StructKey, StructType,
    TimespanRange, TimestampRange, TupleType, Type, TypeSetType,
};
pub use crate::type_of_value::{infer, infer_set};
pub use crate::value::{HashValue, IteratorValue, ObjectValue, Value};
