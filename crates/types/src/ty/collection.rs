//! Payloads of the collection types.

use smol_str::SmolStr;

use super::{Type, range::IntegerRange};

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
    size.from() == Some(&0) && size.to() == Some(&0)
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
            IntegerRange::of_len(self.types.len())
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
    /// The element with that name.
    pub fn get(&self, name: &str) -> Option<&StructElement> {
        self.elements
            .iter()
            .rev()
            .find(|element| element.name == name)
    }

    /// How many elements must be there.
    pub fn required(&self) -> usize {
        self.elements
            .iter()
            .filter(|element| !element.optional)
            .count()
    }
}

/// One entry of a `Struct`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StructElement {
    /// The key.
    pub name: SmolStr,
    /// May the key be missing? It is decided when the type is made: `Optional[key]`, or a bare key whose value may be
    /// undefined; never with `NotUndef[key]`.
    pub optional: bool,
    /// The type of the value.
    pub value: Type,
}

impl StructElement {
    /// The type of the key, `String['name']` or `Optional[String['name']]`.
    pub fn key_type(&self) -> Type {
        let key = Type::string_value(self.name.clone());
        if self.optional {
            Type::optional(key)
        } else {
            key
        }
    }
}
