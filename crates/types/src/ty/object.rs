//! Payloads of `Object`, `TypeSet` and `Init`.

use std::sync::Arc;

use indexmap::IndexMap;
use smol_str::SmolStr;

use super::Type;
use crate::value::Value;

/// `Object[{…}]`, or a named object type.
///
/// A named type whose definition is not here (the names that Puppet itself defines, `type X = Object[…]`) has only its
/// name; the context finds the rest.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ObjectType {
    /// The name, if it has one.
    pub name: Option<SmolStr>,
    /// The type that it inherits from.
    pub parent: Option<Type>,
    /// The type parameters, in the order given.
    pub type_parameters: Vec<Attribute>,
    /// The attributes and constants, in the order given.
    pub attributes: Vec<Attribute>,
    /// The functions, in the order given.
    pub functions: Vec<ObjectFunction>,
    /// The attributes that two equal objects share; `None` for all.
    pub equality: Option<Vec<SmolStr>>,
}

impl ObjectType {
    /// A reference to the object type of that name.
    pub fn from_name(name: impl Into<SmolStr>) -> Self {
        ObjectType {
            name: Some(name.into()),
            ..Self::anonymous()
        }
    }

    /// Is only the name known here?
    pub fn is_reference(&self) -> bool {
        self.name.is_some()
            && self.parent.is_none()
            && self.type_parameters.is_empty()
            && self.attributes.is_empty()
            && self.functions.is_empty()
    }

    /// An object type without name and members.
    pub fn anonymous() -> Self {
        ObjectType {
            name: None,
            parent: None,
            type_parameters: Vec::new(),
            attributes: Vec::new(),
            functions: Vec::new(),
            equality: None,
        }
    }
}

/// An attribute or a type parameter of an object type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Attribute {
    /// Its name.
    pub name: SmolStr,
    /// The type of its value.
    pub ty: Type,
    /// Its kind.
    pub kind: ObjectAttributeKind,
    /// The value if none is given.
    pub default: Option<Value>,
    /// Must no inheriting type override it?
    pub is_final: bool,
    /// Does it override an inherited attribute?
    pub is_override: bool,
}

/// A function of an object type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ObjectFunction {
    /// Its name.
    pub name: SmolStr,
    /// Its callable type.
    pub ty: Type,
    /// Must no inheriting type override it?
    pub is_final: bool,
    /// Does it override an inherited function?
    pub is_override: bool,
}

/// The kind of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ObjectAttributeKind {
    /// Given when the object is made.
    Given,
    /// The same for all objects.
    Constant,
    /// Computed from others.
    Derived,
    /// Given, or computed from others.
    GivenOrDerived,
    /// Refers to another object.
    Reference,
}

/// An object type with values for its type parameters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ObjectExtensionType {
    /// The object type.
    pub base: Arc<ObjectType>,
    /// The names of its type parameters, in order.
    pub names: Vec<SmolStr>,
    /// The values given.
    pub parameters: Vec<(SmolStr, Value)>,
}

/// `TypeSet[{…}]`: named types with a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeSetType {
    /// Its name.
    pub name: Option<SmolStr>,
    /// The version of the language of its definition.
    pub pcore_version: Option<SmolStr>,
    /// Its version.
    pub version: Option<SmolStr>,
    /// Its types by their names.
    pub types: IndexMap<SmolStr, Type>,
}

impl std::hash::Hash for TypeSetType {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.version.hash(state);
    }
}

/// `Init[T, arguments…]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InitType {
    /// The type to make an instance of.
    pub ty: Type,
    /// Further arguments of `new`.
    pub args: Vec<Value>,
}
