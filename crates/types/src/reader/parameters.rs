//! Parameters as the reader of literal types takes them (TypeParser#interpret_AccessExpression).

use std::sync::Arc;

use smol_str::SmolStr;

use super::{TypeReadError, not_a_type};
use crate::expr::TypeExpr;
use crate::parameterize;
use crate::parameterize::ScalarResult;
use crate::relation::relate::Relate;
use crate::ty::{InitType, IntegerRange, Range, StructElement, Type};
use crate::value::Value;

pub(super) struct Parameters<'a, 'c> {
    pub(super) relate: &'a Relate<'c>,
    pub(super) expr: &'a TypeExpr,
    pub(super) name: &'a SmolStr,
    pub(super) keys: &'a [Value],
}

type ParameterOutcome = Result<Type, TypeReadError>;

pub(super) fn wrong_count(name: &str, required: &str, given: usize) -> TypeReadError {
    TypeReadError::Refused(format!(
        "Invalid number of type parameters specified: {name} requires {required}, {given} provided"
    ))
}

/// Of a single parameter that is no number, `Integer` and `Float` make nothing: what stands around them is then refused.
pub(super) fn are_nothing(name: &str, keys: &[Value]) -> bool {
    match (crate::builtin::core_type(name), keys) {
        (Some(Type::Integer(_)), [key]) => key.as_integer().is_none() && *key != Value::Default,
        (Some(Type::Float(_)), [key]) => {
            key.as_integer().is_none() && !matches!(key, Value::Float(_) | Value::Default)
        }
        _ => false,
    }
}

impl Parameters<'_, '_> {
    pub(super) fn apply(&self, base: &Type) -> ParameterOutcome {
        let count = self.keys.len();
        match (base, self.keys) {
            (Type::Array(_), keys) => self.array(keys),
            (Type::Hash(_), keys) => self.hash(keys),
            (Type::Collection(_), keys) if count == 1 || count == 2 => {
                Ok(Type::collection_of(self.size(keys)?))
            }
            (Type::Collection(_), _) => Err(wrong_count("Collection", "1 to 2", count)),
            (Type::String(_), keys) if count == 1 || count == 2 => {
                Ok(Type::string_size(self.size(keys)?))
            }
            (Type::String(_), _) => Err(wrong_count("String", "1 to 2", count)),
            (Type::Integer(_) | Type::Float(_), keys) => self.number(base, keys),
            (Type::Class(_), [Value::String(name)]) => Ok(Type::class(name)),
            (Type::Class(_), [Value::Undef]) => Ok(Type::Class(None)),
            (Type::Class(_), [_]) => Err(TypeReadError::PuppetBreaks),
            (Type::Class(_), _) => Err(wrong_count("Class", "1", count)),
            (Type::Resource(_), keys) => self.resource(keys),
            (Type::Regexp(_), [key @ (Value::String(_) | Value::Regexp(_))]) => {
                self.literal(parameterize::regexp_of(key))
            }
            (Type::Regexp(_), [Value::Undef | Value::Boolean(false)]) => Ok(Type::REGEXP),
            (Type::Regexp(_), [_]) => Err(TypeReadError::PuppetBreaks),
            (Type::Regexp(_), _) => Err(wrong_count("Regexp", "1", count)),
            (Type::Enum(_), keys) => self.enumeration(keys),
            (Type::Pattern(_), []) => Err(wrong_count("Pattern", "1 or more", 0)),
            (Type::Pattern(_), keys) => self.literal(parameterize::pattern_of(keys)),
            (Type::Uri(_), [key]) => self.uri(key),
            (Type::Uri(_), _) => Err(wrong_count("URI", "1", count)),
            (Type::Variant(_), []) => Err(wrong_count("Variant", "1 or more", 0)),
            (Type::Variant(_), keys) => {
                let types = keys
                    .iter()
                    .map(|key| self.ty(key))
                    .collect::<Result<Vec<_>, _>>()?;
                Ok(Type::variant_of(types))
            }
            (Type::Tuple(_), []) => Err(wrong_count("Tuple", "1 or more", 0)),
            (Type::Tuple(_), keys) => self.tuple(keys),
            (Type::Callable(_), keys) => self.callable(keys),
            (Type::Struct(_), [Value::Hash(entries)]) => {
                let element = |(key, value)| parameterize::struct_element(self.relate, key, value);
                let elements: Result<Vec<StructElement>, String> =
                    entries.iter().map(element).collect();
                Ok(Type::struct_of(elements.map_err(TypeReadError::Refused)?))
            }
            (Type::Struct(_), [_]) => Err(not_a_type(self.expr)),
            (Type::Struct(_), _) => Err(wrong_count("Struct", "1", count)),
            (Type::Boolean(_), [Value::Boolean(value)]) => Ok(Type::Boolean(Some(*value))),
            (Type::Boolean(_), [_]) => Err(TypeReadError::Refused(
                "Boolean parameter must be true or false".to_owned(),
            )),
            (Type::Boolean(_), _) => Err(wrong_count("Boolean", "1", count)),
            (Type::Object(_), [key]) => self.literal(parameterize::object_type(self.relate, key)),
            (Type::TypeSet(_), [key]) => self.literal(parameterize::type_set(self.relate, key)),
            (Type::Object(_) | Type::TypeSet(_), _) => Err(wrong_count("Object", "1", count)),
            (Type::Timespan(_), keys) if count <= 2 => {
                let range = parameterize::timespan_range(keys).map_err(TypeReadError::Refused)?;
                range.map(Type::Timespan).ok_or(TypeReadError::Undecidable)
            }
            (Type::Timestamp(_), keys) if count <= 2 => {
                let range = parameterize::timestamp_range(keys).map_err(TypeReadError::Refused)?;
                range.map(Type::Timestamp).ok_or(TypeReadError::Undecidable)
            }
            (Type::Timespan(_), _) => Err(wrong_count("Timespan", "0 to 2", count)),
            (Type::Timestamp(_), _) => Err(wrong_count("Timestamp", "0 to 2", count)),
            (Type::SemVer(_), []) => Err(wrong_count("SemVer", "1 or more", 0)),
            (Type::SemVer(_), keys) => self.literal(parameterize::semver_of(keys)),
            _ => self.wrapper(base, self.keys),
        }
    }

    /// Types that wrap others, and those that take no parameters.
    fn wrapper(&self, base: &Type, keys: &[Value]) -> ParameterOutcome {
        let count = keys.len();
        match (base, keys) {
            (Type::Init(_), [first, args @ ..]) => {
                let ty = self.ty(first)?;
                Ok(Type::Init(Some(Arc::new(InitType {
                    ty,
                    args: args.to_vec(),
                }))))
            }
            (Type::Iterable(_), [key]) => Ok(Type::iterable(self.ty(key)?)),
            (Type::Iterator(_), [key]) => Ok(Type::iterator(self.ty(key)?)),
            (Type::Type(_), [key]) => Ok(Type::type_of(self.ty(key)?)),
            (Type::Iterable(_), _) => Err(wrong_count("Iterable", "1", count)),
            (Type::Iterator(_), _) => Err(wrong_count("Iterator", "1", count)),
            (Type::Type(_), _) => Err(wrong_count("Type", "1", count)),
            (Type::Sensitive(_), []) => Ok(Type::Sensitive(None)),
            (Type::Sensitive(_), [key]) => Ok(self.relate.sensitive(&self.ty(key)?)),
            (Type::Sensitive(_), _) => Err(wrong_count("Sensitive", "0 to 1", count)),
            (Type::Optional(_), [Value::String(text)]) => {
                Ok(Type::optional(Type::string_value(text.clone())))
            }
            (Type::Optional(_), [key]) => Ok(Type::optional(self.ty(key)?)),
            (Type::Optional(_), _) => Err(wrong_count("Optional", "1", count)),
            (Type::NotUndef(_), []) => Ok(Type::NotUndef(None)),
            (Type::NotUndef(_), [Value::String(text)]) => {
                Ok(Type::not_undef(Type::string_value(text.clone())))
            }
            (Type::NotUndef(_), [key]) => Ok(Type::not_undef(self.ty(key)?)),
            (Type::NotUndef(_), _) => Err(wrong_count("NotUndef", "0 to 1", count)),
            (Type::Runtime(_), [runtime, name]) => self.runtime(runtime, name),
            (Type::Runtime(_), _) => Err(wrong_count("Runtime", "2", count)),
            (Type::Init(_), []) => Err(not_a_type(self.expr)),
            _ => Err(TypeReadError::Refused(format!(
                "Not a parameterized type <{}>",
                self.name
            ))),
        }
    }

    fn ty(&self, key: &Value) -> ParameterOutcome {
        key.as_type().cloned().ok_or_else(|| not_a_type(self.expr))
    }

    fn literal(&self, outcome: ScalarResult) -> ParameterOutcome {
        outcome.map_err(|message| {
            if message.starts_with("undefined method") {
                TypeReadError::PuppetBreaks
            } else {
                TypeReadError::Refused(message)
            }
        })
    }

    fn assert_range(&self, key: &Value) -> Result<(), TypeReadError> {
        if parameterize::is_range_parameter(key) {
            Ok(())
        } else {
            Err(not_a_type(self.expr))
        }
    }

    /// A size: one `Integer` type, one bound, or two.
    fn size(&self, keys: &[Value]) -> Result<IntegerRange, TypeReadError> {
        if let [Value::Type(Type::Integer(range))] = keys {
            return Ok(if range.is_unbounded() {
                IntegerRange::at_least(0)
            } else {
                range.to_size()
            });
        }
        keys.iter().try_for_each(|key| self.assert_range(key))?;
        Ok(self.range(keys)?.to_size())
    }

    /// A range of one or two bounds. Puppet breaks on the string `default` as lower bound.
    fn range(&self, keys: &[Value]) -> Result<IntegerRange, TypeReadError> {
        let bound = |index: usize| match keys.get(index) {
            Some(Value::Integer(number)) => Ok(Some(*number)),
            None | Some(Value::Default | Value::Undef) => Ok(None),
            Some(Value::String(text)) if index == 1 && text == "default" => Ok(None),
            Some(_) => Err(TypeReadError::PuppetBreaks),
        };
        let (from, to) = (bound(0)?, bound(1)?);
        IntegerRange::new(from, to).ok_or_else(|| {
            let (from, to) = (from.unwrap_or_default(), to.unwrap_or_default());
            TypeReadError::Refused(parameterize::range_error(from, to))
        })
    }

    fn array(&self, keys: &[Value]) -> ParameterOutcome {
        match keys {
            [key] => Ok(Type::array_of(self.ty(key)?, Range::UNBOUNDED)),
            [Value::Type(ty), size] => Ok(Type::array_of(
                ty.clone(),
                self.size(std::slice::from_ref(size))?,
            )),
            [_, _] => {
                keys.iter().try_for_each(|key| self.assert_range(key))?;
                // The element type is what Puppet infers for the word `default`.
                Ok(Type::array_of(Type::Default, self.size(keys)?))
            }
            [ty, size @ ..] if size.len() == 2 => {
                let ty = self.ty(ty)?;
                size.iter().try_for_each(|key| self.assert_range(key))?;
                Ok(Type::array_of(ty, self.size(size)?))
            }
            _ => Err(wrong_count("Array", "1 to 3", keys.len())),
        }
    }

    fn hash(&self, keys: &[Value]) -> ParameterOutcome {
        match keys {
            [Value::Type(key), Value::Type(value)] => {
                Ok(Type::hash_of(key.clone(), value.clone(), Range::UNBOUNDED))
            }
            [_, _] => {
                keys.iter().try_for_each(|key| self.assert_range(key))?;
                Ok(Type::hash_of(
                    Type::Default,
                    Type::Default,
                    self.size(keys)?,
                ))
            }
            [key, value, size @ ..] if size.len() == 1 || size.len() == 2 => {
                if size.len() == 2 {
                    size.iter().try_for_each(|key| self.assert_range(key))?;
                }
                let size = self.size(size)?;
                Ok(Type::hash_of(self.ty(key)?, self.ty(value)?, size))
            }
            _ => Err(wrong_count("Hash", "2 to 4", keys.len())),
        }
    }

    fn number(&self, base: &Type, keys: &[Value]) -> ParameterOutcome {
        let is_float = matches!(base, Type::Float(_));
        let is_bound = |key: &Value| match key {
            Value::Integer(_) | Value::BigInteger(_) | Value::Default => true,
            Value::Float(_) => is_float,
            Value::Undef => keys.len() == 2,
            _ => false,
        };
        let is_bound_or_float = |key: &Value| is_bound(key) || matches!(key, Value::Float(_));
        match keys {
            [_] | [_, _] if keys.iter().all(is_bound) => {}
            // Puppet keeps the fraction, and prints it; we have no such range.
            [_, _] if keys.iter().all(is_bound_or_float) => return Err(TypeReadError::Undecidable),
            [_, _] => return Err(TypeReadError::PuppetBreaks),
            _ => {
                let name = if is_float { "Float" } else { "Integer" };
                return Err(wrong_count(name, "1 or 2", keys.len()));
            }
        }
        if is_float {
            return parameterize::float_range(keys)
                .map(Type::Float)
                .map_err(TypeReadError::Refused);
        }
        self.literal(parameterize::big_integer_range(keys))
    }

    fn resource(&self, keys: &[Value]) -> ParameterOutcome {
        let (name, title) = match keys {
            [name] => (name, None),
            [name, title] => (name, Some(title)),
            _ => return Err(wrong_count("Resource", "1 or 2", keys.len())),
        };
        let has_title = !matches!(title, None | Some(Value::Undef));
        let name = match name {
            Value::Type(Type::Resource(resource)) => match &resource.name {
                Some(name) => name.to_string(),
                None => return Ok(Type::resource()),
            },
            Value::Type(Type::Reference(text)) => text
                .as_str()
                .split('[')
                .next()
                .unwrap_or_default()
                .to_owned(),
            Value::String(name) => name.to_string(),
            Value::Undef if !has_title => return Ok(Type::resource()),
            Value::Undef => {
                let message = "The type name cannot be nil, if title is given";
                return Err(TypeReadError::Refused(message.to_owned()));
            }
            other => {
                let message = format!(
                    "The type name cannot be a {}",
                    parameterize::class_name(other)
                );
                return Err(TypeReadError::Refused(message));
            }
        };
        let title = match title {
            None | Some(Value::Undef) => None,
            Some(Value::String(title)) => Some(title.clone()),
            Some(_) => return Err(TypeReadError::PuppetBreaks),
        };
        let name = crate::format::capitalize_segments(&name);
        if !parameterize::is_class_reference(&name) {
            return Err(TypeReadError::Refused(format!(
                "Illegal type name '{name}'"
            )));
        }
        Ok(Type::resource_of(name, title))
    }

    fn enumeration(&self, keys: &[Value]) -> ParameterOutcome {
        let (values, case_insensitive) = match keys.split_last() {
            Some((Value::Boolean(value), values)) => (values, *value),
            _ => (keys, false),
        };
        if values.is_empty() {
            return Err(wrong_count("Enum", "1 or more", 0));
        }
        if values.iter().any(|value| value.as_str().is_none()) {
            return Err(TypeReadError::Refused(
                "Enum parameters must be identifiers or strings".to_owned(),
            ));
        }
        Ok(Type::enum_of(
            values.iter().filter_map(Value::as_str),
            case_insensitive,
        ))
    }

    fn uri(&self, key: &Value) -> ParameterOutcome {
        let expected = parameterize::uri_parameter_type();
        if matches!(key, Value::Hash(_)) && !self.relate.is_instance(&expected, key) {
            let given = self.relate.infer_set(key);
            let subject = "URI-Type parameter has wrong type,";
            return Err(TypeReadError::Refused(
                self.relate.describe(subject, &expected, &given),
            ));
        }
        self.literal(parameterize::uri_from(key))
    }

    fn tuple(&self, keys: &[Value]) -> ParameterOutcome {
        let is_range = |index: Option<usize>| {
            index
                .and_then(|index| keys.get(index))
                .is_some_and(parameterize::is_range_parameter)
        };
        let count = keys.len();
        let (types, bounds) = if is_range(count.checked_sub(2)) {
            keys.split_at(count - 2)
        } else if is_range(count.checked_sub(1)) {
            keys.split_at(count - 1)
        } else {
            (keys, &[] as &[Value])
        };
        let mut size = Range::UNBOUNDED;
        if let Some((from, to)) = bounds.split_first() {
            to.iter().try_for_each(|key| self.assert_range(key))?;
            let is_default = *from == Value::Default || from.as_str() == Some("default");
            let from = if is_default {
                Value::Integer(0)
            } else {
                from.clone()
            };
            let bounds: Vec<Value> = [from].into_iter().chain(to.iter().cloned()).collect();
            size = self.range(&bounds)?.to_size();
        }
        Ok(Type::tuple_of(self.literals(types)?, size))
    }

    fn callable(&self, keys: &[Value]) -> ParameterOutcome {
        if keys.len() > 2 && matches!(keys.first(), Some(Value::Array(_))) {
            return Err(wrong_count(
                "callable",
                "2 when first parameter is an array",
                keys.len(),
            ));
        }
        self.literal(parameterize::callable_of(self.relate, keys))
    }

    fn literals(&self, keys: &[Value]) -> Result<Vec<Type>, TypeReadError> {
        keys.iter()
            .map(|key| self.literal(parameterize::type_of(self.relate, key)))
            .collect()
    }

    fn runtime(&self, runtime: &Value, name: &Value) -> ParameterOutcome {
        self.literal(parameterize::runtime_of(self.relate, runtime, name))
    }
}
