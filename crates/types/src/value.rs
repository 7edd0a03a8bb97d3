//! Values: the results of Puppet expressions.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use indexmap::IndexMap;
use puppet_scalars::{Binary, Regexp, SemVer, SemVerRange, Timespan, Timestamp, Uri};
use rustc_hash::{FxBuildHasher, FxHasher};
use smol_str::SmolStr;

use crate::{float::Float64, ty::Type};

/// The entries of a hash, in the order given.
pub type HashValue = IndexMap<Value, Value, FxBuildHasher>;

/// A value.
///
/// `==` and `Hash` are those of the keys of a hash (Ruby's `eql?`): `1` and `1.0` differ, strings compare by their bytes.
/// The operator `==` of the language, which ignores the case of strings, belongs to the evaluator.
#[derive(Debug, Clone)]
pub enum Value {
    /// `undef`.
    Undef,
    /// `default`.
    Default,
    /// `true`, `false`.
    Boolean(bool),
    /// An integer of 64 bits.
    Integer(i64),
    /// An integer beyond 64 bits, which only conversions make; see [`Value::integer`].
    BigInteger(Arc<i128>),
    /// A float.
    Float(f64),
    /// A string.
    String(SmolStr),
    /// A regular expression.
    Regexp(Arc<Regexp>),
    /// A version.
    SemVer(Arc<SemVer>),
    /// A range of versions.
    SemVerRange(Arc<SemVerRange>),
    /// A duration.
    Timespan(Arc<Timespan>),
    /// A point in time.
    Timestamp(Arc<Timestamp>),
    /// A sequence of bytes.
    Binary(Arc<Binary>),
    /// A URI.
    Uri(Arc<Uri>),
    /// An array.
    Array(Arc<[Value]>),
    /// A hash.
    Hash(Arc<HashValue>),
    /// A value that is not to be shown.
    Sensitive(Arc<Value>),
    /// A type as a value.
    Type(Type),
    /// What `reverse_each`, `step`, `tree_each`, … return.
    Iterator(Arc<IteratorValue>),
    /// An instance of an object type, such as `Deferred('f')`.
    Object(Arc<ObjectValue>),
}

const _: () = assert!(size_of::<Value>() <= 24);

/// An iterator over known values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IteratorValue {
    /// The type of the elements, as Puppet infers it; `None` if it does not say.
    pub element_type: Option<Type>,
    /// Is it of `tree_each`? Puppet does not infer an `Iterator` type for those.
    pub is_tree: bool,
    /// The values to come.
    pub items: Vec<Value>,
}

/// An instance of an object type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectValue {
    /// Its type: a [`Type::Object`] or a [`Type::ObjectExtension`].
    pub ty: Type,
    /// The values of its attributes, those with default values included.
    pub attributes: IndexMap<SmolStr, Value>,
}

impl Hash for ObjectValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ty.hash(state);
        self.attributes.len().hash(state);
    }
}

impl Value {
    /// A string.
    pub fn string(text: impl Into<SmolStr>) -> Value {
        Value::String(text.into())
    }

    /// An integer of any size.
    pub fn integer(number: i128) -> Value {
        match i64::try_from(number) {
            Ok(number) => Value::Integer(number),
            Err(_) => Value::BigInteger(Arc::new(number)),
        }
    }

    /// The integer, if this is one.
    pub fn as_integer(&self) -> Option<i128> {
        match self {
            Value::Integer(number) => Some((*number).into()),
            Value::BigInteger(number) => Some(**number),
            _ => None,
        }
    }

    /// An array.
    pub fn array(items: impl Into<Arc<[Value]>>) -> Value {
        Value::Array(items.into())
    }

    /// A hash.
    pub fn hash(entries: impl IntoIterator<Item = (Value, Value)>) -> Value {
        Value::Hash(Arc::new(entries.into_iter().collect()))
    }

    /// The type, if this is one.
    pub fn as_type(&self) -> Option<&Type> {
        if let Value::Type(ty) = self {
            Some(ty)
        } else {
            None
        }
    }

    /// The values of nested arrays, one after the other, or the value itself. Arrays are nested only as deep as the
    /// source is.
    pub fn flattened(&self) -> impl Iterator<Item = &Value> {
        let mut waiting = vec![self];
        std::iter::from_fn(move || {
            loop {
                match waiting.pop()? {
                    Value::Array(values) => waiting.extend(values.iter().rev()),
                    value => return Some(value),
                }
            }
        })
    }

    /// The string, if this is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Value::String(text) = self {
            Some(text)
        } else {
            None
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Undef, Value::Undef) | (Value::Default, Value::Default) => true,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::BigInteger(a), Value::BigInteger(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => Float64(*a) == Float64(*b),
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Regexp(a), Value::Regexp(b)) => a == b,
            (Value::SemVer(a), Value::SemVer(b)) => a == b,
            (Value::SemVerRange(a), Value::SemVerRange(b)) => a == b,
            (Value::Timespan(a), Value::Timespan(b)) => a == b,
            (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
            (Value::Binary(a), Value::Binary(b)) => a == b,
            (Value::Uri(a), Value::Uri(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => a == b,
            (Value::Hash(a), Value::Hash(b)) => a == b,
            (Value::Sensitive(a), Value::Sensitive(b)) => a == b,
            (Value::Type(a), Value::Type(b)) => a == b,
            (Value::Iterator(a), Value::Iterator(b)) => a == b,
            (Value::Object(a), Value::Object(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Value::Undef | Value::Default => {}
            Value::Boolean(value) => value.hash(state),
            Value::Integer(value) => value.hash(state),
            Value::BigInteger(value) => value.hash(state),
            Value::Float(value) => Float64(*value).hash(state),
            Value::String(value) => value.hash(state),
            Value::Regexp(value) => value.hash(state),
            Value::SemVer(value) => value.hash(state),
            Value::SemVerRange(value) => value.hash(state),
            Value::Timespan(value) => value.hash(state),
            Value::Timestamp(value) => value.hash(state),
            Value::Binary(value) => value.hash(state),
            Value::Uri(value) => value.hash(state),
            Value::Array(value) => value.hash(state),
            Value::Hash(value) => hash_entries(value, state),
            Value::Sensitive(value) => value.hash(state),
            Value::Type(value) => value.hash(state),
            Value::Iterator(value) => value.hash(state),
            Value::Object(value) => value.hash(state),
        }
    }
}

/// Equal hashes may have their entries in any order.
fn hash_entries<H: Hasher>(entries: &HashValue, state: &mut H) {
    let mut sum = 0_u64;
    for entry in entries {
        let mut hasher = FxHasher::default();
        entry.hash(&mut hasher);
        sum = sum.wrapping_add(hasher.finish());
    }
    state.write_u64(sum);
}

macro_rules! from {
    ($($source:ty => |$value:ident| $make:expr;)*) => {
        $(impl From<$source> for Value {
            fn from($value: $source) -> Value {
                $make
            }
        })*
    };
}

from! {
    bool => |value| Value::Boolean(value);
    i64 => |value| Value::Integer(value);
    f64 => |value| Value::Float(value);
    &str => |value| Value::String(value.into());
    String => |value| Value::String(value.into());
    SmolStr => |value| Value::String(value);
    Regexp => |value| Value::Regexp(Arc::new(value));
    SemVer => |value| Value::SemVer(Arc::new(value));
    SemVerRange => |value| Value::SemVerRange(Arc::new(value));
    Timespan => |value| Value::Timespan(Arc::new(value));
    Timestamp => |value| Value::Timestamp(Arc::new(value));
    Binary => |value| Value::Binary(Arc::new(value));
    Uri => |value| Value::Uri(Arc::new(value));
    Type => |value| Value::Type(value);
    Vec<Value> => |value| Value::Array(value.into());
    HashValue => |value| Value::Hash(Arc::new(value));
}
