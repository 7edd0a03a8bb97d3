//! The function `new`: instances of types from other values.

mod array;
mod binary;
mod boolean;
mod dispatch;
mod float;
mod hash;
mod init;
mod integer;
mod numeric;
pub(crate) mod object;
mod regexp;
mod semver;
mod semver_range;
mod sensitive;
mod signatures;
mod string;
mod timespan;
mod timestamp;
mod r#type;
mod uri;

use puppet_types::{Relate, Type, TypeContext, Value};

use self::dispatch::Ask;
pub use self::signatures::new_signatures;
use crate::ConvertError;

/// Deepest nesting of types that only hand on to others (`Optional[NotUndef[…]]`).
const MAX_DEPTH: usize = 100;

/// Makes an instance of a type, as `T.new(args…)` does.
///
/// A single argument that is an instance already is returned as it is. The result is checked against the type.
pub fn new_instance(
    context: &dyn TypeContext,
    ty: &Type,
    args: &[Value],
) -> Result<Value, ConvertError> {
    let ask = Ask::new(context);
    if let ([value], false) = (args, matches!(ty, Type::Init(_)))
        && ask.is_instance(ty, value)?
    {
        return Ok(value.clone());
    }
    let value = construct(&ask, ty, args, 0)?;
    ask.assert(ty, value)
}

/// Why a type has no `new`.
fn not_supported<T>(relate: &Relate<'_>, ty: &Type) -> Result<T, ConvertError> {
    ConvertError::raised(format!(
        "Creation of new instance of type '{}' is not supported",
        relate.to_text(ty)
    ))
}

fn construct(
    ask: &Ask<'_>,
    ty: &Type,
    args: &[Value],
    depth: usize,
) -> Result<Value, ConvertError> {
    if depth > MAX_DEPTH {
        return Err(ConvertError::Undecidable);
    }
    match ty {
        Type::Unknown => Err(ConvertError::Undecidable),
        Type::Integer(_) => integer::new(ask, args),
        Type::Float(_) => float::new(ask, args),
        Type::Numeric => numeric::new(ask, args),
        Type::Boolean(_) => boolean::new(ask, args),
        Type::String(_) => string::new(ask, args),
        Type::Array(_) | Type::Tuple(_) => array::new(ask, args),
        Type::Hash(_) | Type::Struct(_) => hash::new(ask, args),
        Type::Regexp(_) => regexp::new(ask, args),
        Type::SemVer(_) => semver::new(ask, args),
        Type::SemVerRange => semver_range::new(ask, args),
        Type::Timespan(_) => timespan::new(ask, args),
        Type::Timestamp(_) => timestamp::new(ask, args),
        Type::Binary => binary::new(ask, args),
        Type::Uri(_) => uri::new(ask, args),
        Type::Sensitive(_) => sensitive::new(ask, args),
        Type::Type(_) => r#type::new(ask, args),
        Type::Init(init) => init::new(ask, init.as_deref(), args),
        Type::Optional(Some(inner)) => construct(ask, strip_optional(inner), args, depth + 1),
        Type::NotUndef(Some(inner)) => construct(ask, inner, args, depth + 1),
        Type::NotUndef(None) | Type::Unit => dispatch::unit(ask, args),
        Type::Alias(_) => construct(ask, &ask.resolve_alias(ty)?, args, depth + 1),
        Type::Object(Some(_)) | Type::ObjectExtension(_) => object::new(ask, ty, args),
        Type::Optional(None) => {
            ConvertError::crash("undefined method `new_function' for nil:NilClass")
        }
        Type::Object(None) => ConvertError::crash("undefined method `sub' for nil:NilClass"),
        _ => not_supported(ask.relate(), ty),
    }
}

/// `Optional[Optional[T]]` is `Optional[T]`.
fn strip_optional(ty: &Type) -> &Type {
    let mut ty = ty;
    while let Type::Optional(Some(inner)) = ty {
        ty = inner;
    }
    ty
}
