//! Payloads of the collection types.

use smol_str::SmolStr;

use super::{
    Type,
    range::{IntegerRange, Sizes},
};

/// `Array[element, size]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ArrayType {
    /// The type of each element; `Unit` if the size is exactly 0.
    pub element: Type,
    /// The number of elements; unbounded if not given.
    pub size: IntegerRange,
}

impl ArrayType {
    /// Cuts the size and sets the element type of an empty array (PArrayType#initialize).
    pub fn new(element: Type, size: IntegerRange) -> Self {
        let element = if is_zero(&size) { Type::Unit } else { element };
        ArrayType {
            element,
            size: size.to_size_or_none(),
        }
    }
}

/// `Hash[key, value, size]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HashType {
    /// The type of each key; `Unit` if the size is exactly 0.
    pub key: Type,
    /// The type of each value; `Unit` if the size is exactly 0.
    pub value: Type,
    /// The number of entries; unbounded if not given.
    pub size: IntegerRange,
}

impl HashType {
    /// Cuts the size and sets the types of an empty hash (PHashType#initialize).
    pub fn new(key: Type, value: Type, size: IntegerRange) -> Self {
        let (key, value) = if is_zero(&size) {
            (Type::Unit, Type::Unit)
        } else {
            (key, value)
        };
        HashType {
            key,
            value,
            size: size.to_size_or_none(),
        }
    }

    /// Is this the type of the empty hash?
    pub fn is_empty_hash(&self) -> bool {
        self.key == Type::Unit && self.value == Type::Unit && is_zero(&self.size)
    }
}

/// Is this the size `0, 0`?
pub(crate) fn is_zero(size: &IntegerRange) -> bool {
    size.lower_bound() == Some(&0) && size.upper_bound() == Some(&0)
}

/// `Tuple[types…, size]`; without types any array of that size.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TupleType {
    /// The types of the elements; the last one repeats as often as the size demands.
    pub types: Vec<Type>,
    /// The size as written; unbounded if not given.
    pub size: IntegerRange,
}

impl TupleType {
    /// Cuts the size.
    pub fn new(types: Vec<Type>, size: IntegerRange) -> Self {
        TupleType {
            types,
            size: size.to_size_or_none(),
        }
    }

    /// The size as written, or the number of types; from 0 on without types (PTupleType#size_range).
    pub fn size_range(&self) -> IntegerRange {
        if !self.size.is_unbounded() {
            self.size.clone()
        } else if self.types.is_empty() {
            IntegerRange::at_least(0)
        } else {
            IntegerRange::with_len(self.types.len())
        }
    }

    /// As [`Self::size_range`].
    pub(crate) fn sizes(&self) -> Sizes {
        if !self.size.is_unbounded() {
            self.size.sizes()
        } else if self.types.is_empty() {
            Sizes::ANY
        } else {
            Sizes::exactly(self.types.len())
        }
    }

    /// The type of the element at an index; the last type repeats.
    pub fn type_at(&self, index: usize) -> Option<&Type> {
        self.types.get(index).or_else(|| self.types.last())
    }
}

/// `Struct[{key => type}]`; without elements only the empty hash.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StructType {
    /// The elements in the order given.
    pub elements: Vec<StructElement>,
}

impl StructType {
    /// How many entries its hashes may have.
    pub fn size_range(&self) -> IntegerRange {
        let len = |len: usize| Some(i64::try_from(len).unwrap_or(i64::MAX));
        IntegerRange::ordered(len(self.required()), len(self.elements.len()))
    }

    /// The element with that name.
    pub fn get(&self, name: &str) -> Option<&StructElement> {
        self.elements
            .iter()
            .rev()
            .find(|element| element.name == name)
    }

    /// The elements by their names.
    pub(crate) fn index(&self) -> rustc_hash::FxHashMap<&str, &StructElement> {
        self.elements
            .iter()
            .map(|element| (element.name.as_str(), element))
            .collect()
    }

    /// How many elements must be there.
    pub fn required(&self) -> usize {
        self.elements
            .iter()
            .filter(|element| !element.is_optional())
            .count()
    }
}

/// One entry of a `Struct`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StructElement {
    /// The key.
    pub name: SmolStr,
    /// How the key must be there.
    pub key: StructKey,
    /// The type of the value.
    pub value: Type,
}

/// How a key of a `Struct` must be there. It is decided when the type is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StructKey {
    /// It must: `NotUndef[key]`, or a bare key whose value cannot be undefined.
    Required,
    /// It may be missing: `Optional[key]`, or a bare key whose value can be undefined.
    Optional,
    /// It was written as `Enum[key]`. Puppet makes such a type, but breaks as soon as it needs the name of the key.
    Enum,
}

impl StructElement {
    /// May the key be missing?
    pub fn is_optional(&self) -> bool {
        self.key == StructKey::Optional
    }

    /// The type of the key, `String['name']` or `Optional[String['name']]`.
    pub fn key_type(&self) -> Type {
        match self.key {
            StructKey::Required => Type::string_value(self.name.clone()),
            StructKey::Optional => Type::optional(Type::string_value(self.name.clone())),
            StructKey::Enum => Type::enum_of([self.name.clone()], false),
        }
    }
}
