//! Parameters of collections, variants and callables.

use super::{
    ParameterizeOutcome, TypeAccess,
    error::{AccessError, Blame, class_name, type_class},
    scalar::{ScalarResult, integer_range},
    wrapper::runtime_of,
};
use crate::relation::relate::Relate;
use crate::ty::{
    CallableType, IntegerRange, Range, StringConstraint, StructElement, StructKey, TupleType, Type,
};
use crate::value::Value;

impl TypeAccess<'_> {
    /// A size: one `Integer` type, or one or two integers or defaults (AccessOperator#collection_size_t).
    pub(super) fn size(&self, start: usize, keys: &[Value]) -> Result<IntegerRange, AccessError> {
        if let [Value::Type(Type::Integer(range))] = keys {
            return Ok(if range.is_unbounded() {
                IntegerRange::at_least(0)
            } else {
                range.clone()
            });
        }
        for (index, key) in keys.iter().enumerate() {
            if !matches!(key, Value::Integer(_) | Value::Default) {
                let name = match key {
                    Value::Type(ty) => format!("{}-Type", type_class(ty)),
                    other => class_name(other),
                };
                let message = format!(
                    "A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or default). \
                     Got {} {name}",
                    super::error::article(&name)
                );
                return Err(AccessError::new(
                    "BAD_COLLECTION_SLICE_TYPE",
                    Blame::Key(start + index),
                    message,
                ));
            }
        }
        Ok(integer_range(keys)?.to_size())
    }

    pub(super) fn collection(&self, keys: &[Value]) -> ParameterizeOutcome {
        if keys.is_empty() || keys.len() > 2 {
            return Err(AccessError::arity(
                "Collection-Type",
                1,
                Some(2),
                keys.len(),
            ));
        }
        Ok(Type::collection_of(self.size(0, keys)?))
    }

    pub(super) fn array(&self, keys: &[Value]) -> ParameterizeOutcome {
        match keys {
            [Value::Type(ty)] => Ok(Type::array_of(ty.clone(), Range::UNBOUNDED)),
            [Value::Type(ty), size @ ..] if size.len() == 1 || size.len() == 2 => {
                Ok(Type::array_of(ty.clone(), self.size(1, size)?))
            }
            [_, _] => Ok(Type::array_of(Type::Any, self.size(0, keys)?)),
            [first] | [first, _, _] => Err(AccessError::not_a_type("Array", 0, first)),
            _ => Err(AccessError::arity("Array-Type", 1, Some(3), keys.len())),
        }
    }

    pub(super) fn hash(&self, keys: &[Value]) -> ParameterizeOutcome {
        if let [Value::Integer(_), Value::Integer(_)] = keys {
            return Ok(Type::hash_of(
                Type::Any,
                Type::Any,
                integer_range(keys)?.to_size(),
            ));
        }
        if let Some((index, key)) = keys
            .iter()
            .take(2)
            .enumerate()
            .find(|(_, key)| key.as_type().is_none())
        {
            return Err(AccessError::not_a_type("Hash", index, key));
        }
        let (Some(key), Some(value)) = (
            keys.first().and_then(Value::as_type),
            keys.get(1).and_then(Value::as_type),
        ) else {
            return Err(AccessError::arity("Hash-Type", 2, Some(4), keys.len()));
        };
        let size = match keys.get(2..).unwrap_or_default() {
            [] => Range::UNBOUNDED,
            [Value::Type(Type::Integer(range))] => range.to_size(),
            [key @ (Value::Integer(_) | Value::Default | Value::Undef)] => {
                integer_range(std::slice::from_ref(key))?.to_size()
            }
            [other] => {
                let message = format!("comparison of {} with Float failed", class_name(other));
                return Err(AccessError::runtime(message));
            }
            sizes @ [_, _] => self.size(2, sizes)?,
            _ => {
                return Err(AccessError::arity("Hash-Type", 2, Some(4), keys.len()));
            }
        };
        Ok(Type::hash_of(key.clone(), value.clone(), size))
    }

    pub(super) fn tuple(&self, mut keys: Vec<Value>) -> ParameterizeOutcome {
        let is_range = |key: Option<&Value>| key.is_some_and(is_range_parameter);
        let count = keys.len();
        let before_last = count.checked_sub(2).and_then(|index| keys.get(index));
        let size = if is_range(before_last) && is_range(keys.last()) {
            size_of(keys.split_off(count - 2))?
        } else if is_range(keys.last()) {
            size_of(keys.split_off(count - 1))?
        } else {
            Range::UNBOUNDED
        };
        self.assert_types(&keys)?;
        Ok(Type::tuple_of(
            keys.iter().filter_map(Value::as_type).cloned().collect(),
            size,
        ))
    }

    pub(super) fn assert_types(&self, keys: &[Value]) -> Result<(), AccessError> {
        self.assert_keys(keys, None, "Any-Type", |key| key.as_type().is_some())
    }

    pub(super) fn structure(&self, keys: &[Value]) -> ParameterizeOutcome {
        self.assert_keys(keys, Some(1), "Hash", |key| matches!(key, Value::Hash(_)))?;
        let Some(Value::Hash(entries)) = keys.first() else {
            return Ok(Type::structure());
        };
        let elements: Result<Vec<StructElement>, String> = entries
            .iter()
            .map(|(key, value)| struct_element(&self.relate, key, value))
            .collect();
        Ok(Type::struct_of(elements.map_err(AccessError::runtime)?))
    }

    pub(super) fn callable(&self, keys: &[Value]) -> ParameterizeOutcome {
        if let Some(Value::Array(_)) = keys.first() {
            if keys.len() != 2 {
                return Err(AccessError::arity(
                    &self.base_with_article(),
                    2,
                    Some(2),
                    keys.len(),
                ));
            }
            if keys.get(1).is_none_or(|key| key.as_type().is_none()) {
                return Err(AccessError::runtime(
                    "undefined local variable or method `k'",
                ));
            }
        }
        callable_of(&self.relate, keys).map_err(AccessError::runtime)
    }
}

/// Is it an integer or a default, so that it stands for a bound and not for a type (TypeFactory.is_range_parameter?)?
pub(crate) fn is_range_parameter(key: &Value) -> bool {
    match key {
        Value::Integer(_) | Value::Default => true,
        Value::String(text) => text == "default",
        _ => false,
    }
}

fn size_of(keys: Vec<Value>) -> Result<IntegerRange, AccessError> {
    if keys
        .first()
        .is_some_and(|key| matches!(key, Value::String(_)))
    {
        return Err(AccessError::runtime(
            "undefined method `>' for false:FalseClass",
        ));
    }
    Ok(integer_range(&keys)?.to_size())
}

/// The type that a parameter stands for; a value that is no type stands for its own (TypeFactory.type_of).
pub(crate) fn type_of(relate: &Relate<'_>, value: &Value) -> ScalarResult {
    match value {
        Value::Type(ty) => Ok(ty.clone()),
        Value::String(_) => runtime_of(relate, &Value::from("ruby"), value),
        other => Ok(relate.generalize(&relate.infer(other))),
    }
}

/// One entry of the hash of a `Struct` (TypeFactory.struct).
pub(crate) fn struct_element(
    relate: &Relate<'_>,
    key: &Value,
    value: &Value,
) -> Result<StructElement, String> {
    let value = type_of(relate, value)?;
    let (literal, kind) = match key {
        Value::String(name) if name.is_empty() => {
            return Err("Struct element key cannot be an empty String".to_owned());
        }
        Value::String(name) => {
            let kind = if relate.accepts_undef(&value) {
                StructKey::Optional
            } else {
                StructKey::Required
            };
            return Ok(StructElement {
                name: name.clone(),
                key: kind,
                value,
            });
        }
        Value::Type(Type::NotUndef(inner)) => (inner.as_deref(), StructKey::Required),
        Value::Type(Type::Optional(inner)) => (inner.as_deref(), StructKey::Optional),
        Value::Type(ty @ Type::String(_)) => (Some(ty), StructKey::Required),
        Value::Type(Type::Enum(values)) => match &values.values[..] {
            [name] => {
                return Ok(StructElement {
                    name: name.clone(),
                    key: StructKey::Enum,
                    value,
                });
            }
            _ => (None, StructKey::Enum),
        },
        other => {
            let message = "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got:";
            return Err(format!("{message} {}", class_name(other)));
        }
    };
    match literal {
        Some(Type::String(Some(constraint))) => match &**constraint {
            StringConstraint::Value(name) => Ok(StructElement {
                name: name.clone(),
                key: kind,
                value,
            }),
            StringConstraint::Size(_) => {
                Err("undefined method `string' for a type calculator".to_owned())
            }
        },
        _ => Err("undefined method `string' for a type calculator".to_owned()),
    }
}

/// `Callable[…]` (TypeFactory.callable).
pub(crate) fn callable_of(relate: &Relate<'_>, keys: &[Value]) -> Result<Type, String> {
    let (mut params, returns): (Vec<Value>, Option<Type>) = match keys {
        [Value::Array(params), returns] => (params.to_vec(), Some(type_of(relate, returns)?)),
        _ => (keys.to_vec(), None),
    };
    let mut block = None;
    if let Some(Value::Type(ty)) = params.last()
        && relate.is_kind_of_callable(ty, true)
    {
        block = Some(ty.clone());
        params.pop();
    }
    let count = params.len();
    let is_range = |key: Option<&Value>| key.is_some_and(is_range_parameter);
    let bounds = if is_range(count.checked_sub(2).and_then(|index| params.get(index)))
        && is_range(params.last())
    {
        params.split_off(count - 2)
    } else if is_range(params.last()) {
        params.split_off(count - 1)
    } else {
        Vec::new()
    };
    let size = if bounds.is_empty() {
        Range::UNBOUNDED
    } else {
        size_of(bounds).map_err(|error| {
            error
                .message
                .replacen("Error while evaluating a '[]' expression, ", "", 1)
        })?
    };
    let mut types: Vec<Type> = params
        .iter()
        .map(|param| type_of(relate, param))
        .collect::<Result<_, _>>()?;
    if types.is_empty() && !size.is_unbounded() && size.upper_bound() != Some(&0) {
        types.push(Type::Unit);
    }
    Ok(Type::callable_of(CallableType::new(
        Some(TupleType::new(types, size)),
        block,
        returns,
    )))
}
