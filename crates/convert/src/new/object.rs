//! `new` of object types: attributes by position, or by name in one hash.

use std::sync::Arc;

use indexmap::IndexMap;
use puppet_types::{
    Attribute, CallableType, HashValue, IntegerRange, Named, ObjectAttributeKind, ObjectType,
    ObjectValue, Range, Signature, StructElement, StructKey, TupleType, Type, TypeContext, Value,
};
use smol_str::SmolStr;

use super::dispatch::{Ask, mismatch};
use crate::ConvertError;

/// Longest chain of parents.
const MAX_PARENTS: usize = 50;

pub(super) fn new(ask: &Ask<'_>, ty: &Type, args: &[Value]) -> Result<Value, ConvertError> {
    let attributes = attributes(ask.context(), ty).ok_or(ConvertError::Undecidable)?;
    let (hash_type, positional) = parameters(&attributes);
    let given: Vec<(SmolStr, Value)> = match args {
        [hash @ Value::Hash(named)] if ask.is_instance(&hash_type, hash)? => named_values(named),
        args if ask.fit(&positional, args)? => ordered(&attributes)
            .map(|attribute| attribute.name.clone())
            .zip(args.iter().cloned())
            .collect(),
        args => return refuse(ask, ty, &attributes, args),
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

fn named_values(named: &HashValue) -> Vec<(SmolStr, Value)> {
    named
        .iter()
        .filter_map(|(key, value)| Some((SmolStr::from(key.as_str()?), value.clone())))
        .collect()
}

/// Attributes that have to be given, then the others.
fn ordered(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    let required = attributes.iter().filter(|it| it.default.is_none());
    required.chain(attributes.iter().filter(|it| it.default.is_some()))
}

/// The type of a hash of attributes, and the types of attributes by position.
fn parameters(attributes: &[Attribute]) -> (Type, TupleType) {
    let elements = attributes.iter().map(|attribute| StructElement {
        key: if attribute.default.is_some() {
            StructKey::Optional
        } else {
            StructKey::Required
        },
        name: attribute.name.clone(),
        value: attribute.ty.clone(),
    });
    let count = |count: usize| i64::try_from(count).ok();
    let least = attributes.iter().filter(|it| it.default.is_none()).count();
    let size: IntegerRange =
        Range::new(count(least), count(attributes.len())).unwrap_or(Range::UNBOUNDED);
    let types = ordered(attributes).map(|it| it.ty.clone()).collect();
    (
        Type::struct_of(elements.collect()),
        TupleType::new(types, size),
    )
}

/// The error for arguments that make no object.
fn refuse(
    ask: &Ask<'_>,
    ty: &Type,
    attributes: &[Attribute],
    args: &[Value],
) -> Result<Value, ConvertError> {
    let (hash_type, positional) = parameters(attributes);
    let one = TupleType::new(vec![hash_type], IntegerRange::exactly(1));
    let signature = |parameters: TupleType, names: Vec<SmolStr>| Signature {
        callable: CallableType::new(Some(parameters), None, None),
        parameter_names: names,
        block_name: SmolStr::default(),
    };
    let names = ordered(attributes).map(|it| it.name.clone()).collect();
    let signatures = [
        signature(one, vec![SmolStr::new_static("hash")]),
        signature(positional, names),
    ];
    let name = format!("new_{}", puppet_types::format::simple_name(ty));
    mismatch(ask.context(), &name, &signatures, args)
}

/// The attributes that are given to `new`, those of parents first; nothing if a definition is not known.
pub(crate) fn attributes(context: &dyn TypeContext, ty: &Type) -> Option<Vec<Attribute>> {
    let mut chain: Vec<Arc<ObjectType>> = Vec::new();
    let mut next = Some(ty.clone());
    while let Some(ty) = next {
        if chain.len() > MAX_PARENTS {
            return None;
        }
        let object = definition(context, &ty)?;
        next = object.parent.clone();
        chain.push(object);
    }
    let mut attributes: Vec<Attribute> = Vec::new();
    for attribute in chain.iter().rev().flat_map(|object| &object.attributes) {
        attributes.retain(|other| other.name != attribute.name);
        attributes.push(attribute.clone());
    }
    attributes.retain(|it| {
        !matches!(
            it.kind,
            ObjectAttributeKind::Constant | ObjectAttributeKind::Derived
        )
    });
    Some(attributes)
}

fn definition(context: &dyn TypeContext, ty: &Type) -> Option<Arc<ObjectType>> {
    let name = match ty {
        Type::Object(Some(object)) if !object.is_reference() => return Some(Arc::clone(object)),
        Type::ObjectExtension(extension) if !extension.base.is_reference() => {
            return Some(Arc::clone(&extension.base));
        }
        Type::Object(Some(object)) => object.name.clone()?,
        Type::ObjectExtension(extension) => extension.base.name.clone()?,
        Type::Alias(name) => SmolStr::clone(name),
        _ => return None,
    };
    match puppet_types::builtin::lookup(&name).unwrap_or_else(|| context.lookup(&name)) {
        Named::Object(object) => Some(object),
        Named::Alias(alias) if alias.resolved != *ty => match &alias.resolved {
            Type::Object(Some(object)) if !object.is_reference() => Some(Arc::clone(object)),
            _ => None,
        },
        _ => None,
    }
}
