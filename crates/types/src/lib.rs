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
mod assignable;
pub mod builtin;
mod callable;
mod common;
pub mod context;
mod definitions;
pub mod describe;
mod disjoint;
pub mod expr;
pub mod float;
pub mod format;
mod generalize;
mod guard;
mod infer;
mod init;
mod instance;
mod iterable;
mod member;
mod normalize;
mod parameterize;
mod reader;
mod relate;
mod runtime;
pub mod text;
pub mod ty;
pub mod value;
pub mod versions;

pub use crate::{
    alias::{alias_definition, refine, unresolved},
    assignable::assignable,
    callable::callable,
    common::common_type,
    context::{AliasDefinition, BuiltinContext, Named, TypeContext},
    definitions::Definitions,
    describe::{
        Description, Given, Signature, describe_mismatch, describe_parameters, describe_signatures,
        description_of_mismatch,
    },
    disjoint::disjoint,
    expr::TypeExpr,
    float::Float64,
    format::{Form, format_type, type_to_string},
    generalize::generalize,
    infer::{infer, infer_set},
    instance::{is_instance, puppet_equals},
    iterable::{is_iterable, iterable_type},
    member::Membership,
    normalize::normalize,
    parameterize::{AccessError, Blame, parameterize},
    reader::{ReadError, named_or_error, read_text, read_type, read_value, resolve_name},
    relate::{Doubt, Relate},
    ty::{
        ArrayType, Attribute, AttributeKind, CallableType, EnumType, FloatRange, HashType,
        InitType, IntegerRange, ObjectExtensionType, ObjectType, PatternType, Range, ResourceType,
        RuntimeName, RuntimeType, StringConstraint, StructElement, StructKey, StructType,
        TimespanRange, TimestampRange, TupleType, Type, TypeSetType,
    },
    value::{HashValue, IteratorValue, ObjectValue, Value},
};
