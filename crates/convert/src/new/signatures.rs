//! The signatures of `new` of each type, for display.

use puppet_types::{Signature, Type, TypeContext};

use super::dispatch::{Ask, Constructor};
use super::{
    MAX_DEPTH, array, binary, boolean, float, hash, init, integer, numeric, regexp, semver,
    semver_range, sensitive, string, strip_optional, timespan, timestamp, r#type, uri,
};

/// The signatures of `new` of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSignatures {
    /// The signatures, in the order in which Puppet tries them.
    pub signatures: Vec<Signature>,
    /// Aliases that only these signatures know: name and type.
    pub aliases: &'static [(&'static str, &'static str)],
}

/// The signatures of `new` of a type; `None` for types without, and those whose `new` depends on a definition.
#[must_use]
pub fn new_signatures(context: &dyn TypeContext, ty: &Type) -> Option<NewSignatures> {
    let ask = Ask::new(context);
    let mut ty = ty.clone();
    for _ in 0..MAX_DEPTH {
        ty = match &ty {
            Type::Optional(Some(inner)) => strip_optional(inner).clone(),
            Type::NotUndef(Some(inner)) => (**inner).clone(),
            Type::Alias(_) => ask.resolve_alias(&ty).ok()?,
            _ => break,
        };
    }
    let constructor = constructor_of(&ty)?;
    Some(NewSignatures {
        signatures: constructor.compile().into_signatures(),
        aliases: constructor.aliases,
    })
}

fn constructor_of(ty: &Type) -> Option<Constructor> {
    Some(match ty {
        Type::Integer(_) => integer::INTEGER,
        Type::Float(_) => float::FLOAT,
        Type::Numeric => numeric::NUMERIC,
        Type::Boolean(_) => boolean::BOOLEAN,
        Type::String(_) => string::STRING,
        Type::Array(_) | Type::Tuple(_) => array::ARRAY,
        Type::Hash(_) | Type::Struct(_) => hash::HASH,
        Type::Regexp(_) => regexp::REGEXP,
        Type::SemVer(_) => semver::SEMVER,
        Type::SemVerRange => semver_range::RANGE,
        Type::Timespan(_) => timespan::TIMESPAN,
        Type::Timestamp(_) => timestamp::TIMESTAMP,
        Type::Binary => binary::BINARY,
        Type::Uri(_) => uri::URI,
        Type::Sensitive(_) => sensitive::SENSITIVE,
        Type::Type(_) => r#type::TYPE,
        Type::Init(_) => init::WITH_ARGUMENTS,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use puppet_types::{BuiltinContext, read_text};

    use super::new_signatures;

    #[test]
    fn types_that_hand_on_are_looked_through() {
        let count = |text: &str| {
            let ty = read_text(&BuiltinContext, text).expect("a type");
            new_signatures(&BuiltinContext, &ty).map(|it| it.signatures.len())
        };
        assert_eq!(count("Integer[0]"), Some(2));
        assert_eq!(count("Optional[NotUndef[Integer]]"), Some(2));
        assert_eq!(count("Undef"), None);
    }
}
