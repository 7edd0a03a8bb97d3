//! The parts of values, by their types: members of structures and lists, and the values that a type names.

use puppet_semantic::NameResolver;
use puppet_types::{Named, StringConstraint, StructElement, Type, TypeContext as _};

/// An alias that is deeper than this is recursive.
const MAX_DEPTH: u8 = 16;

/// A step from a value into a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathSegment {
    /// The value of a key of a hash or struct.
    Key(String),
    /// An element of an array or tuple, by its index.
    Item(usize),
}

/// The types that a part of a value may have, without aliases and unions.
pub fn types_below(names: &NameResolver<'_>, ty: &Type, path: &[PathSegment]) -> Vec<Type> {
    let mut types = flat(names, ty, 0);
    for step in path {
        types = types
            .iter()
            .flat_map(|ty| inner(ty, step))
            .flat_map(|ty| flat(names, &ty, 0))
            .collect();
    }
    types
}

/// The types that a type is one of.
fn flat(names: &NameResolver<'_>, ty: &Type, depth: u8) -> Vec<Type> {
    if depth > MAX_DEPTH {
        return Vec::new();
    }
    let flat_inner = |ty: &Type| flat(names, ty, depth + 1);
    match ty {
        Type::Optional(Some(inner)) => {
            let mut types = flat_inner(inner);
            types.push(Type::Undef);
            types
        }
        Type::NotUndef(Some(inner)) | Type::Sensitive(Some(inner)) => flat_inner(inner),
        Type::Variant(variant) => variant.types.iter().flat_map(flat_inner).collect(),
        Type::Alias(name) => match names.lookup(name) {
            Named::Alias(alias) => flat_inner(&alias.resolved),
            _ => Vec::new(),
        },
        ty => vec![ty.clone()],
    }
}

/// The type of a part of values of a type.
fn inner(ty: &Type, step: &PathSegment) -> Option<Type> {
    match (ty, step) {
        (Type::Array(array), PathSegment::Item(_)) => Some(array.element.clone()),
        (Type::Tuple(tuple), PathSegment::Item(index)) => {
            tuple.types.get(*index).or(tuple.types.last()).cloned()
        }
        (Type::Hash(hash), PathSegment::Key(_)) => Some(hash.value.clone()),
        (Type::Struct(members), PathSegment::Key(key)) => {
            let mut members = members.elements.iter();
            members
                .find(|member| member.name == *key)
                .map(|member| member.value.clone())
        }
        _ => None,
    }
}

/// A value that a type allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LiteralMember {
    /// A string.
    Text(String),
    /// A keyword: `true`, `false` or `default`.
    Word(&'static str),
    /// The value `undef`.
    Undef,
}

/// The values that types name.
pub fn fixed(types: &[Type]) -> Vec<LiteralMember> {
    let mut values = Vec::new();
    for ty in types {
        match ty {
            Type::Boolean(only) => {
                let words = [(true, "true"), (false, "false")].into_iter();
                let allowed = words.filter(|(value, _)| only.is_none_or(|only| only == *value));
                values.extend(allowed.map(|(_, word)| LiteralMember::Word(word)));
            }
            Type::Undef => values.push(LiteralMember::Undef),
            Type::Enum(it) => {
                values.extend(
                    it.values
                        .iter()
                        .map(|text| LiteralMember::Text(text.to_string())),
                );
            }
            Type::String(Some(constraint)) => {
                if let StringConstraint::Value(text) = &**constraint {
                    values.push(LiteralMember::Text(text.to_string()));
                }
            }
            _ => {}
        }
    }
    values
}

/// The members of the structures among some types.
pub fn members(types: &[Type]) -> Vec<StructElement> {
    let structs = types.iter().filter_map(|ty| match ty {
        Type::Struct(members) => Some(&members.elements),
        _ => None,
    });
    structs.flatten().cloned().collect()
}

/// The keys that hashes among some types name.
pub fn keys(types: &[Type]) -> Vec<String> {
    let hashes = types.iter().filter_map(|ty| match ty {
        Type::Hash(hash) => Some(hash.key.clone()),
        _ => None,
    });
    let fixed = fixed(&hashes.collect::<Vec<_>>()).into_iter();
    fixed
        .filter_map(|value| match value {
            LiteralMember::Text(text) => Some(text),
            LiteralMember::Word(_) | LiteralMember::Undef => None,
        })
        .collect()
}
