//! Parameters of types that wrap others.

use std::sync::Arc;

use super::{
    Access, Outcome,
    error::{AccessError, Blame, class_name},
};
use crate::{
    format::simple_name,
    ty::{InitType, RuntimeName, RuntimeType, Type},
    value::Value,
};

impl Access<'_> {
    pub(super) fn variant(&self, keys: &[Value]) -> Outcome {
        self.assert_types(keys)?;
        Ok(Type::variant_of(
            keys.iter().filter_map(Value::as_type).cloned(),
        ))
    }

    pub(super) fn optional(&self, keys: &[Value]) -> Outcome {
        match keys {
            [Value::Type(ty)] => Ok(Type::optional(ty.clone())),
            [Value::String(text)] => Ok(Type::optional(Type::string_value(text.clone()))),
            [other] => Err(AccessError::not_a_type("Optional", 0, other)),
            _ => Err(AccessError::arity(
                "Optional-Type",
                Blame::Whole,
                1,
                Some(1),
                keys.len(),
            )),
        }
    }

    pub(super) fn not_undef(&self, keys: &[Value]) -> Outcome {
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
            _ => Err(AccessError::arity(
                "NotUndef-Type",
                Blame::Whole,
                0,
                Some(1),
                keys.len(),
            )),
        }
    }

    /// `Sensitive`, `Type`, `Iterable` and `Iterator`: exactly one type.
    pub(super) fn wrapper(&self, keys: &[Value]) -> Outcome {
        let name = simple_name(self.base);
        let [key] = keys else {
            return Err(AccessError::arity(
                &format!("{name}-Type"),
                Blame::Whole,
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

    pub(super) fn init(&self, keys: &[Value]) -> Outcome {
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

    pub(super) fn runtime(&self, keys: &[Value]) -> Outcome {
        if keys.len() != 2 {
            let base = self.base_with_article();
            let mut error = AccessError::arity(&base, Blame::Whole, 1, Some(2), keys.len());
            error.message = format!("{base}[] accepts 1 to 2 arguments. Got {}", keys.len());
            return Err(error);
        }
        let expected = "String or String";
        self.assert_keys(keys, Some(2), expected, |key| {
            matches!(key, Value::String(_))
        })?;
        let (Some(Value::String(runtime)), Some(Value::String(name))) = (keys.first(), keys.get(1))
        else {
            return Ok(Type::runtime());
        };
        if name.is_empty() {
            let message = " Runtime 'name_or_pattern' variant 0 expects a String[1] value, got String\n  \
                Runtime 'name_or_pattern' variant 1 expects a Tuple value, got String";
            return Err(AccessError::runtime(message));
        }
        let name = RuntimeName::Name(name.clone());
        Ok(Type::Runtime(Arc::new(RuntimeType {
            runtime: Some(runtime.clone()),
            name,
        })))
    }
}
