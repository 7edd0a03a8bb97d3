//! `new` of object types: attributes by position, or by name in one hash.

use std::sync::Arc;

use indexmap::IndexMap;
use puppet_types::{Attribute, AttributeKind, Named, ObjectType, ObjectValue, Type, Value};
use smol_str::SmolStr;

use super::dispatch::Ask;
use crate::ConvertError;

/// Longest chain of parents.
const MAX_PARENTS: usize = 50;

pub(super) fn new(ask: &Ask<'_>, ty: &Type, args: &[Value]) -> Result<Value, ConvertError> {
    let attributes = attributes(ask, ty)?;
    let given = match args {
        [Value::Hash(named)] if by_name(ask, &attributes, named)? => named
            .iter()
            .filter_map(|(key, value)| Some((SmolStr::from(key.as_str()?), value.clone())))
            .collect(),
        args => by_position(ask, &attributes, args)?,
    };
    let mut values: IndexMap<SmolStr, Value> = IndexMap::new();
    for attribute in &attributes {
        let value = given
            .iter()
            .find(|(name, _)| *name == attribute.name)
            .map(|(_, value)| value.clone())
            .or_else(|| attribute.default.clone())
            .ok_or(ConvertError::Undecidable)?;
        values.insert(attribute.name.clone(), value);
    }
    let base = match ty {
        Type::ObjectExtension(extension) => Type::Object(Some(Arc::clone(&extension.base))),
        ty => ty.clone(),
    };
    Ok(Value::Object(Arc::new(ObjectValue {
        ty: base,
        attributes: values,
    })))
}

/// Whether a hash names the attributes.
fn by_name(
    ask: &Ask<'_>,
    attributes: &[Attribute],
    named: &puppet_types::HashValue,
) -> Result<bool, ConvertError> {
    for (key, value) in named {
        let attribute = key
            .as_str()
            .and_then(|key| attributes.iter().find(|it| it.name == key));
        match attribute {
            Some(attribute) if ask.is_instance(&attribute.ty, value)? => {}
            _ => return Ok(false),
        }
    }
    let has = |attribute: &Attribute| named.contains_key(&Value::String(attribute.name.clone()));
    Ok(attributes
        .iter()
        .all(|attribute| attribute.default.is_some() || has(attribute)))
}

/// The attributes in order, those that have to be given first. What does not fit has an error that is not decided here.
fn by_position(
    ask: &Ask<'_>,
    attributes: &[Attribute],
    args: &[Value],
) -> Result<Vec<(SmolStr, Value)>, ConvertError> {
    let (required, optional): (Vec<_>, Vec<_>) =
        attributes.iter().partition(|it| it.default.is_none());
    if args.len() < required.len() || args.len() > attributes.len() {
        return Err(ConvertError::Undecidable);
    }
    let mut given = Vec::new();
    for (attribute, value) in required.into_iter().chain(optional).zip(args) {
        if !ask.is_instance(&attribute.ty, value)? {
            return Err(ConvertError::Undecidable);
        }
        given.push((attribute.name.clone(), value.clone()));
    }
    Ok(given)
}

/// The attributes that are given to `new`, those of parents first.
fn attributes(ask: &Ask<'_>, ty: &Type) -> Result<Vec<Attribute>, ConvertError> {
    let mut chain: Vec<Arc<ObjectType>> = Vec::new();
    let mut next = Some(ty.clone());
    while let Some(ty) = next {
        if chain.len() > MAX_PARENTS {
            return Err(ConvertError::Undecidable);
        }
        let object = definition(ask, &ask.resolved(&ty)?)?;
        next = object.parent.clone();
        chain.push(object);
    }
    let mut attributes: Vec<Attribute> = Vec::new();
    for attribute in chain.iter().rev().flat_map(|object| &object.attributes) {
        attributes.retain(|other| other.name != attribute.name);
        attributes.push(attribute.clone());
    }
    attributes.retain(|it| !matches!(it.kind, AttributeKind::Constant | AttributeKind::Derived));
    Ok(attributes)
}

fn definition(ask: &Ask<'_>, ty: &Type) -> Result<Arc<ObjectType>, ConvertError> {
    let object = match ty {
        Type::Object(Some(object)) => object,
        Type::ObjectExtension(extension) => &extension.base,
        _ => return Err(ConvertError::Undecidable),
    };
    let Some(name) = object.name.as_deref().filter(|_| object.is_reference()) else {
        return Ok(Arc::clone(object));
    };
    let named = puppet_types::builtin::lookup(name).unwrap_or_else(|| ask.context().lookup(name));
    match named {
        Named::Object(object) => Ok(object),
        _ => Err(ConvertError::Undecidable),
    }
}
