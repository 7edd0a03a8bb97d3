//! `new` of object types: attributes by position, or by name in one hash.

use std::sync::Arc;

use indexmap::IndexMap;
use puppet_types::{Attribute, HashValue, ObjectValue, Relate, Type, TypeContext, Value};
use smol_str::SmolStr;

use super::dispatch::{Ask, mismatch};
use crate::ConvertError;

pub(super) fn new(ask: &Ask<'_>, ty: &Type, args: &[Value]) -> Result<Value, ConvertError> {
    let attributes = attributes(ask.context(), ty).ok_or(ConvertError::Undecidable)?;
    let signatures = puppet_types::object_signatures(&attributes);
    let given: Vec<(SmolStr, Value)> = match (ask.first_accepting(&signatures, args)?, args) {
        (Some(0), [Value::Hash(named)]) => named_values(named),
        (Some(_), args) => {
            let names = signatures[1].parameter_names.iter().cloned();
            names.zip(args.iter().cloned()).collect()
        }
        (None, args) => {
            let name = format!("new_{}", puppet_types::format::simple_name(ty));
            return mismatch(ask.context(), &name, &signatures, args);
        }
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

/// The attributes that are given to `new`, those of parents first; nothing if a definition is not known.
pub(crate) fn attributes(context: &dyn TypeContext, ty: &Type) -> Option<Vec<Attribute>> {
    let relate = Relate::new(context);
    let attributes = relate.constructor_attributes(ty);
    relate.doubt().is_none().then_some(attributes)
}
