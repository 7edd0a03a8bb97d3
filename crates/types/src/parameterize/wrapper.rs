//! Parameters of types that wrap others.

use std::sync::Arc;

use super::{
    ParameterizeOutcome, TypeAccess,
    error::{AccessError, Blame, class_name},
    object::wrong_type,
    scalar::ScalarResult,
};
use crate::format::simple_name;
use crate::relation::relate::Relate;
use crate::ty::{InitType, Range, RuntimeName, RuntimeType, Type};
use crate::value::Value;

impl TypeAccess<'_> {
    pub(super) fn variant(&self, keys: &[Value]) -> ParameterizeOutcome {
        self.assert_types(keys)?;
        Ok(Type::variant_of(
            keys.iter().filter_map(Value::as_type).cloned(),
        ))
    }

    pub(super) fn optional(&self, keys: &[Value]) -> ParameterizeOutcome {
        match keys {
            [Value::Type(ty)] => Ok(Type::optional(ty.clone())),
            [Value::String(text)] => Ok(Type::optional(Type::string_value(text.clone()))),
            [other] => Err(AccessError::not_a_type("Optional", 0, other)),
            _ => Err(AccessError::arity("Optional-Type", 1, Some(1), keys.len())),
        }
    }

    pub(super) fn not_undef(&self, keys: &[Value]) -> ParameterizeOutcome {
        match keys {
            [] => Ok(Type::NotUndef(None)),
            [Value::Type(ty)] => Ok(Type::not_undef(ty.clone())),
            [Value::String(text)] => Ok(Type::not_undef(Type::string_value(text.clone()))),
            [other] => {
                let message = format!(
                    "NotUndef-Type[] argument must be a Type or a String. Got {}",
                    class_name(other)
                );
                Err(AccessError::new(
                    "BAD_NOT_UNDEF_SLICE_TYPE",
                    Blame::Key(0),
                    message,
                ))
            }
            _ => Err(AccessError::arity("NotUndef-Type", 0, Some(1), keys.len())),
        }
    }

    /// `Sensitive`, `Type`, `Iterable` and `Iterator`: exactly one type.
    pub(super) fn wrapper(&self, keys: &[Value]) -> ParameterizeOutcome {
        let name = simple_name(self.base);
        let [key] = keys else {
            return Err(AccessError::arity(
                &format!("{name}-Type"),
                1,
                Some(1),
                keys.len(),
            ));
        };
        let Value::Type(ty) = key else {
            return Err(AccessError::not_a_type(name, 0, key));
        };
        Ok(match self.base {
            Type::Sensitive(_) => self.relate.sensitive(ty),
            Type::Iterable(_) => Type::iterable(ty.clone()),
            Type::Iterator(_) => Type::iterator(ty.clone()),
            _ => Type::type_of(ty.clone()),
        })
    }

    pub(super) fn init(&self, keys: &[Value]) -> ParameterizeOutcome {
        match keys {
            [Value::Type(ty), args @ ..] => Ok(Type::Init(Some(Arc::new(InitType {
                ty: ty.clone(),
                args: args.to_vec(),
            })))),
            _ => Err(AccessError::not_a_type(
                "Init",
                0,
                keys.first().unwrap_or(&Value::Undef),
            )),
        }
    }

    pub(super) fn runtime(&self, keys: &[Value]) -> ParameterizeOutcome {
        if keys.len() != 2 {
            let base = self.base_with_article();
            let mut error = AccessError::arity(&base, 1, Some(2), keys.len());
            error.message = format!("{base}[] accepts 1 to 2 arguments. Got {}", keys.len());
            return Err(error);
        }
        let expected = "String or String";
        self.assert_keys(keys, Some(2), expected, |key| {
            matches!(key, Value::String(_))
        })?;
        let key = |index: usize| keys.get(index).unwrap_or(&Value::Undef);
        runtime_of(&self.relate, key(0), key(1)).map_err(AccessError::runtime)
    }
}

/// `Runtime[…]` of the name of a runtime and what of it: a name, or a pattern with what it becomes
/// (PRuntimeType#initialize).
pub(crate) fn runtime_of(relate: &Relate<'_>, runtime: &Value, name: &Value) -> ScalarResult {
    let name_type = Type::variant_of([
        Type::non_empty_string(),
        Type::tuple_of(
            vec![Type::REGEXP, Type::non_empty_string()],
            Range::UNBOUNDED,
        ),
    ]);
    let runtime = match runtime {
        Value::Undef => None,
        Value::String(runtime) => Some(runtime.clone()),
        other => {
            return Err(wrong_type(
                relate,
                "Runtime 'runtime'",
                &Type::non_empty_string(),
                other,
            ));
        }
    };
    let name = match name {
        Value::Undef => RuntimeName::Unspecified,
        Value::String(name) if !name.is_empty() => RuntimeName::Name(name.clone()),
        other => match other {
            Value::Array(pair) if relate.is_instance(&name_type, other) => match &pair[..] {
                [Value::Regexp(regexp), Value::String(to)] => {
                    RuntimeName::Pattern((**regexp).clone(), to.clone())
                }
                _ => RuntimeName::Unspecified,
            },
            _ => {
                return Err(wrong_type(
                    relate,
                    "Runtime 'name_or_pattern'",
                    &name_type,
                    other,
                ));
            }
        },
    };
    Ok(Type::Runtime(Arc::new(RuntimeType { runtime, name })))
}
