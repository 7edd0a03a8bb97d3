//! The context of types: the interface to the program that defines their names.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::ty::{ObjectType, Type, TypeSetType};

/// Finds what a name of a type means.
///
/// A type holds only the names of aliases and of named object types; each relation gets a context to resolve them,
/// one level at a time. Implementations may compute definitions on demand.
pub trait TypeContext {
    /// What the name means. It is compared without regard to case (`stdlib::port`, `Stdlib::Port`).
    ///
    /// Names that Puppet itself defines (`Data`, `Deferred`, `File`) never get here.
    fn lookup(&self, name: &str) -> Named;
}

/// The meaning of a name of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// A type alias.
    Alias(Arc<AliasDefinition>),
    /// A named object type.
    Object(Arc<ObjectType>),
    /// A named type set.
    TypeSet(Arc<TypeSetType>),
    /// A resource type, by its canonical name (`File`, `Apache::Vhost`).
    Resource(SmolStr),
    /// The definition cannot be used; Puppet's text says why.
    Invalid(Arc<str>),
    /// Nothing has that name.
    Missing,
    /// It cannot be known what the name means.
    Unknown,
}

/// The definition of a type alias.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AliasDefinition {
    /// The name as defined.
    pub name: SmolStr,
    /// What it stands for, after Puppet's simplification of self references; other aliases in it are still names.
    pub resolved: Type,
    /// Can the alias be reached from its own definition?
    pub self_recursive: bool,
}

/// The context of a program without definitions: only what Puppet itself defines has a meaning.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltinContext;

impl TypeContext for BuiltinContext {
    fn lookup(&self, _name: &str) -> Named {
        Named::Missing
    }
}
