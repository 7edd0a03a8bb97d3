//! The data of types: [`Type`] and its payloads.
//!
//! Equality is Puppet's `==` of types: structural, but the order of the members of a `Variant` or `Pattern` and the case
//! of a resource type's name do not matter.

mod callable;
mod collection;
mod object;
mod range;
mod scalar;
mod variant;

use std::sync::{Arc, LazyLock};

use puppet_scalars::{Regexp, SemVerRange};
use smol_str::SmolStr;

pub(crate) use self::range::Sizes;
pub use self::{
    callable::CallableType,
    collection::{ArrayType, HashType, StructElement, StructKey, StructType, TupleType},
    object::{
        Attribute, InitType, ObjectAttributeKind, ObjectExtensionType, ObjectFunction, ObjectType,
        TypeSetType,
    },
    range::{BigIntegerRange, FloatRange, IntegerRange, Range, TimespanRange, TimestampRange},
    scalar::{EnumType, PatternType, ResourceType, RuntimeName, RuntimeType, StringConstraint},
    variant::VariantType,
};
use crate::value::Value;

/// A Puppet type.
///
/// `None` in `Option<Arc<Type>>` means that the type was written without a parameter, which Puppet distinguishes from
/// any explicit parameter (`Optional` is not `Optional[Any]`).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// `Any`: every value.
    Any,
    /// What a checker does not know: it accepts and is accepted by everything. Puppet has no such type.
    Unknown,
    /// `Undef`: the value `undef`.
    Undef,
    /// `Default`: the value `default`.
    Default,
    /// The element type of empty collections: accepted by and accepting everything. It cannot be written.
    Unit,
    /// `Scalar`: strings, numbers, booleans, regular expressions, versions and times.
    Scalar,
    /// `ScalarData`: strings, numbers and booleans.
    ScalarData,
    /// `Numeric`: integers and floats.
    Numeric,
    /// `Integer[from, to]`.
    Integer(IntegerRange),
    /// `Integer[from, to]` with a bound beyond 64 bits; see [`Type::integers`].
    BigInteger(BigIntegerRange),
    /// `Float[from, to]`.
    Float(FloatRange),
    /// `String`, `String[min, max]`, or (inferred only) exactly one string.
    String(Option<Arc<StringConstraint>>),
    /// `Enum[values…, case_insensitive]`.
    Enum(Arc<EnumType>),
    /// `Pattern[regexps…]`.
    Pattern(Arc<PatternType>),
    /// `Boolean`, `Boolean[true]`, `Boolean[false]`.
    Boolean(Option<bool>),
    /// `Regexp`, `Regexp[/source/]`.
    Regexp(Option<Arc<Regexp>>),
    /// `SemVer[ranges…]`; no range means any version.
    SemVer(Arc<Vec<SemVerRange>>),
    /// `SemVerRange`.
    SemVerRange,
    /// `Timespan[from, to]`.
    Timespan(TimespanRange),
    /// `Timestamp[from, to]`.
    Timestamp(TimestampRange),
    /// `Binary`.
    Binary,
    /// `URI[parameters]`: a hash from the name of a part (`scheme`, `host`, …) to what it must match.
    Uri(Option<Arc<Value>>),
    /// `Collection[min, max]`: arrays and hashes. An unbounded range means that no size was given.
    Collection(IntegerRange),
    /// `Array[element, min, max]`.
    Array(Arc<ArrayType>),
    /// `Hash[key, value, min, max]`.
    Hash(Arc<HashType>),
    /// `Tuple[types…, min, max]`.
    Tuple(Arc<TupleType>),
    /// `Struct[{key => type}]`.
    Struct(Arc<StructType>),
    /// `Variant[types…]`.
    Variant(Arc<VariantType>),
    /// `Optional[T]`.
    Optional(Option<Arc<Type>>),
    /// `NotUndef[T]`; `NotUndef[Any]` is `NotUndef`.
    NotUndef(Option<Arc<Type>>),
    /// `Iterable[T]`.
    Iterable(Option<Arc<Type>>),
    /// `Iterator[T]`.
    Iterator(Option<Arc<Type>>),
    /// `Type[T]`: the type of types that `T` accepts.
    Type(Option<Arc<Type>>),
    /// `Sensitive[T]`; `Sensitive[Any]` is `Sensitive`.
    Sensitive(Option<Arc<Type>>),
    /// `CatalogEntry`: resources and classes.
    CatalogEntry,
    /// `Resource[name, title]`, also written `Name[title]`.
    Resource(Arc<ResourceType>),
    /// `Class[name]`.
    Class(Option<Arc<SmolStr>>),
    /// `Callable[parameters…, block]`, `Callable[[parameters…], return]`; `None` is any callable.
    Callable(Option<Arc<CallableType>>),
    /// `Runtime[runtime, name]`.
    Runtime(Arc<RuntimeType>),
    /// `Init[T, arguments…]`: what `T.new` accepts as its first argument.
    Init(Option<Arc<InitType>>),
    /// `Object[{…}]`, or a named object type such as `Deferred`; `None` is any object.
    Object(Option<Arc<ObjectType>>),
    /// A parameterized object type such as `Error[kind]`.
    ObjectExtension(Arc<ObjectExtensionType>),
    /// `TypeSet[{…}]`; `None` is any type set.
    TypeSet(Option<Arc<TypeSetType>>),
    /// A type alias, by its name as defined (`Stdlib::Port`, `Data`). A [`TypeContext`](crate::TypeContext) knows more.
    Alias(Arc<SmolStr>),
    /// `TypeReference['text']`: a type that could not be resolved.
    Reference(Arc<SmolStr>),
}

/// So many arrays deep, what is in them is distinguished.
const MAX_FLATTENED: usize = 4;

const _: () = assert!(size_of::<Type>() <= 16);
const _: () = {
    const fn assert_thread_safe<T: Send + Sync>() {}
    assert_thread_safe::<Type>();
};

/// Shares one allocation for the types without parameters that need one.
macro_rules! shared {
    ($($(#[$doc:meta])* $name:ident = $make:expr;)*) => {
        impl Type {
            $($(#[$doc])*
            pub fn $name() -> Type {
                static SHARED: LazyLock<Type> = LazyLock::new(|| $make);
                SHARED.clone()
            })*
        }
    };
}

shared! {
    /// `Array`.
    array = Type::Array(Arc::new(ArrayType { element: Type::Any, size: Range::UNBOUNDED }));
    /// The type of the empty array, `Array[0, 0]`.
    empty_array = Type::Array(Arc::new(ArrayType { element: Type::Unit, size: IntegerRange::exactly(0) }));
    /// `Hash`.
    hash = Type::Hash(Arc::new(HashType { key: Type::Any, value: Type::Any, size: Range::UNBOUNDED }));
    /// The type of the empty hash, `Hash[0, 0]`.
    empty_hash = Type::Hash(Arc::new(HashType { key: Type::Unit, value: Type::Unit, size: IntegerRange::exactly(0) }));
    /// `Tuple`.
    tuple = Type::Tuple(Arc::new(TupleType { types: Vec::new(), size: Range::UNBOUNDED }));
    /// `Struct`.
    structure = Type::Struct(Arc::new(StructType { elements: Vec::new() }));
    /// `Variant`.
    variant = Type::Variant(Arc::new(VariantType { types: Vec::new() }));
    /// `Enum`.
    enumeration = Type::Enum(Arc::new(EnumType { values: Vec::new(), case_insensitive: false }));
    /// `Pattern`.
    pattern = Type::Pattern(Arc::new(PatternType { regexps: Vec::new() }));
    /// `SemVer`.
    semver = Type::SemVer(Arc::new(Vec::new()));
    /// `Resource`.
    resource = Type::Resource(Arc::new(ResourceType { name: None, title: None }));
    /// `Runtime`.
    runtime = Type::Runtime(Arc::new(RuntimeType { runtime: None, name: RuntimeName::Unspecified }));
    /// `String[1]`.
    non_empty_string = Type::string_size(IntegerRange::at_least(1));
    /// `String[1, 1]`, the type of a character.
    character = Type::string_size(IntegerRange::exactly(1));
    /// The alias `Data`.
    data = Type::alias("Data");
    /// The alias `RichData`.
    rich_data = Type::alias("RichData");
    /// The object type `Deferred`.
    deferred = Type::named_object("Deferred");
    /// The object type `Error`.
    error = Type::named_object("Error");
}

impl Type {
    /// `Integer`.
    pub const INTEGER: Type = Type::Integer(Range::UNBOUNDED);
    /// `Float`.
    pub const FLOAT: Type = Type::Float(Range::UNBOUNDED);
    /// `String`.
    pub const STRING: Type = Type::String(None);
    /// `Boolean`.
    pub const BOOLEAN: Type = Type::Boolean(None);
    /// `Regexp`.
    pub const REGEXP: Type = Type::Regexp(None);
    /// `Timespan`.
    pub const TIMESPAN: Type = Type::Timespan(Range::UNBOUNDED);
    /// `Timestamp`.
    pub const TIMESTAMP: Type = Type::Timestamp(Range::UNBOUNDED);
    /// `Collection`.
    pub const COLLECTION: Type = Type::Collection(Range::UNBOUNDED);
    /// `Callable`.
    pub const CALLABLE: Type = Type::Callable(None);

    /// The type of exactly one string, as it is inferred.
    pub fn string_value(value: impl Into<SmolStr>) -> Type {
        Type::String(Some(Arc::new(StringConstraint::Value(value.into()))))
    }

    /// `String[min, max]`; the range is cut to sizes (PStringType: a negative bound becomes 0).
    pub fn string_size(size: IntegerRange) -> Type {
        Type::String(Some(Arc::new(StringConstraint::Size(size.to_size()))))
    }

    /// `Enum[values…]`: sorted, without duplicates.
    pub fn enum_of(
        values: impl IntoIterator<Item = impl Into<SmolStr>>,
        case_insensitive: bool,
    ) -> Type {
        Type::Enum(Arc::new(EnumType::new(values, case_insensitive)))
    }

    /// `Pattern[regexps…]` without duplicates.
    pub fn pattern_of(regexps: impl IntoIterator<Item = Regexp>) -> Type {
        Type::Pattern(Arc::new(PatternType::new(regexps)))
    }

    /// `Array[element, size]`; an unbounded size means none.
    pub fn array_of(element: Type, size: IntegerRange) -> Type {
        Type::Array(Arc::new(ArrayType::new(element, size)))
    }

    /// `element`, and arrays that hold nothing else when they are flattened, a few arrays deep.
    pub fn flattening_to(element: &Type) -> Type {
        let around = |inner: Type, _| {
            Type::variant_of([
                element.clone(),
                Type::array_of(inner, IntegerRange::UNBOUNDED),
            ])
        };
        (0..MAX_FLATTENED).fold(Type::Any, around)
    }

    /// `Hash[key, value, size]`; an unbounded size means none.
    pub fn hash_of(key: Type, value: Type, size: IntegerRange) -> Type {
        Type::Hash(Arc::new(HashType::new(key, value, size)))
    }

    /// `Collection[size]`.
    pub fn collection_of(size: IntegerRange) -> Type {
        Type::Collection(size.to_size_or_none())
    }

    /// `Tuple[types…]` with an optional size.
    pub fn tuple_of(types: Vec<Type>, size: IntegerRange) -> Type {
        Type::Tuple(Arc::new(TupleType::new(types, size)))
    }

    /// `Struct[{…}]`.
    pub fn struct_of(elements: Vec<StructElement>) -> Type {
        Type::Struct(Arc::new(StructType { elements }))
    }

    /// A `Variant` of the types with nested variants flattened and duplicates removed; a single type stands for itself
    /// (PVariantType.maybe_create).
    pub fn variant_of(types: impl IntoIterator<Item = Type>) -> Type {
        VariantType::maybe_create(types)
    }

    /// `Optional[T]`.
    pub fn optional(ty: Type) -> Type {
        Type::Optional(Some(Arc::new(ty)))
    }

    /// `NotUndef[T]`.
    pub fn not_undef(ty: Type) -> Type {
        Type::NotUndef(if ty == Type::Any {
            None
        } else {
            Some(Arc::new(ty))
        })
    }

    /// `Iterable[T]`.
    pub fn iterable(ty: Type) -> Type {
        Type::Iterable(Some(Arc::new(ty)))
    }

    /// `Iterator[T]`.
    pub fn iterator(ty: Type) -> Type {
        Type::Iterator(Some(Arc::new(ty)))
    }

    /// `Type[T]`.
    pub fn type_of(ty: Type) -> Type {
        Type::Type(Some(Arc::new(ty)))
    }

    /// `Class[name]`; a leading `::` is cut off.
    pub fn class(name: &str) -> Type {
        Type::Class(Some(Arc::new(
            name.strip_prefix("::").unwrap_or(name).into(),
        )))
    }

    /// `Name[title]`.
    pub fn resource_of(name: impl Into<SmolStr>, title: Option<SmolStr>) -> Type {
        Type::Resource(Arc::new(ResourceType {
            name: Some(name.into()),
            title,
        }))
    }

    /// A type alias by its name as defined.
    pub fn alias(name: impl Into<SmolStr>) -> Type {
        Type::Alias(Arc::new(name.into()))
    }

    /// A type that could not be resolved.
    pub fn reference(text: impl Into<SmolStr>) -> Type {
        Type::Reference(Arc::new(text.into()))
    }

    /// A named object type; the context knows its definition.
    pub fn named_object(name: impl Into<SmolStr>) -> Type {
        Type::Object(Some(Arc::new(ObjectType::from_name(name))))
    }

    /// `Callable[…]`.
    pub fn callable_of(callable: CallableType) -> Type {
        Type::Callable(Some(Arc::new(callable)))
    }

    /// The type with each part of a collection, or its contained type, replaced.
    pub(crate) fn map(&self, f: impl Fn(&Type) -> Type) -> Type {
        match self {
            Type::Array(array) => Type::Array(Arc::new(ArrayType {
                element: f(&array.element),
                size: array.size.clone(),
            })),
            Type::Hash(hash) if !hash.is_empty_hash() => Type::Hash(Arc::new(HashType {
                key: f(&hash.key),
                value: f(&hash.value),
                size: hash.size.clone(),
            })),
            Type::Tuple(tuple) => Type::Tuple(Arc::new(TupleType {
                types: tuple.types.iter().map(f).collect(),
                size: tuple.size.clone(),
            })),
            Type::Struct(structure) => Type::struct_of(
                (structure.elements.iter())
                    .map(|element| StructElement {
                        value: f(&element.value),
                        ..element.clone()
                    })
                    .collect(),
            ),
            Type::NotUndef(Some(inner)) => Type::not_undef(f(inner)),
            Type::Iterable(Some(inner)) => Type::iterable(f(inner)),
            Type::Iterator(Some(inner)) => Type::iterator(f(inner)),
            Type::Type(Some(inner)) => Type::type_of(f(inner)),
            Type::Sensitive(Some(inner)) => Type::Sensitive(Some(Arc::new(f(inner)))),
            _ => self.clone(),
        }
    }

    /// The contained type of `Optional`, `NotUndef`, `Iterable`, `Iterator`, `Type` or `Sensitive`, if one was given.
    pub fn contained(&self) -> Option<&Type> {
        match self {
            Type::Optional(t)
            | Type::NotUndef(t)
            | Type::Iterable(t)
            | Type::Iterator(t)
            | Type::Type(t)
            | Type::Sensitive(t) => t.as_deref(),
            _ => None,
        }
    }
}
