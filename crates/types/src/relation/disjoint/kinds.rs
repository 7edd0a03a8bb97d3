//! Kinds of values that a type may have.

use crate::ty::Type;

/// A set of kinds of values, as bits.
pub(super) type Kinds = u32;

const UNDEF: Kinds = 1;
const DEFAULT: Kinds = 1 << 1;
const BOOLEAN: Kinds = 1 << 2;
const INTEGER: Kinds = 1 << 3;
const FLOAT: Kinds = 1 << 4;
const STRING: Kinds = 1 << 5;
const REGEXP: Kinds = 1 << 6;
const SEM_VER: Kinds = 1 << 7;
const SEM_VER_RANGE: Kinds = 1 << 8;
const TIMESPAN: Kinds = 1 << 9;
const TIMESTAMP: Kinds = 1 << 10;
const BINARY: Kinds = 1 << 11;
const URI: Kinds = 1 << 12;
const ARRAY: Kinds = 1 << 13;
const HASH: Kinds = 1 << 14;
const SENSITIVE: Kinds = 1 << 15;
const TYPE: Kinds = 1 << 16;
const ITERATOR: Kinds = 1 << 17;
const OBJECT: Kinds = 1 << 18;
const CALLABLE: Kinds = 1 << 19;
const RUNTIME: Kinds = 1 << 20;
const CATALOG_ENTRY: Kinds = 1 << 21;
const ALL: Kinds = u32::MAX;

const SCALAR_DATA: Kinds = BOOLEAN | INTEGER | FLOAT | STRING;
const SCALAR: Kinds = SCALAR_DATA | REGEXP | SEM_VER | SEM_VER_RANGE | TIMESPAN | TIMESTAMP;

/// The kinds of values that may be instances of the type; more than there are, if in doubt.
pub(super) fn kinds_of_type(ty: &Type) -> Kinds {
    match ty {
        Type::Undef => UNDEF,
        Type::Default => DEFAULT,
        Type::Scalar => SCALAR,
        Type::ScalarData => SCALAR_DATA,
        Type::Numeric => INTEGER | FLOAT,
        Type::Integer(_) | Type::BigInteger(_) => INTEGER,
        Type::Float(_) => FLOAT,
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => STRING,
        Type::Boolean(_) => BOOLEAN,
        Type::Regexp(_) => REGEXP,
        Type::SemVer(_) => SEM_VER,
        Type::SemVerRange => SEM_VER_RANGE,
        Type::Timespan(_) => TIMESPAN,
        Type::Timestamp(_) => TIMESTAMP,
        Type::Binary => BINARY,
        Type::Uri(_) => URI,
        Type::Collection(_) => ARRAY | HASH,
        Type::Array(_) | Type::Tuple(_) => ARRAY,
        Type::Hash(_) | Type::Struct(_) => HASH,
        Type::Sensitive(_) => SENSITIVE,
        Type::Type(_) | Type::TypeSet(_) => TYPE,
        Type::Iterator(_) => ITERATOR,
        Type::Iterable(_) => ITERATOR | STRING | INTEGER | ARRAY | HASH | TYPE | OBJECT | RUNTIME,
        Type::Object(_) | Type::ObjectExtension(_) => OBJECT | TYPE | RUNTIME,
        Type::Callable(_) => CALLABLE,
        Type::Runtime(_) => RUNTIME | ITERATOR | OBJECT,
        Type::CatalogEntry | Type::Resource(_) | Type::Class(_) => CATALOG_ENTRY,
        _ => ALL,
    }
}
