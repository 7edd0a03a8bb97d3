//! The operator `[]` on types, as the evaluator applies it (AccessOperator).

mod catalog;
mod collection;
mod error;
mod object;
mod object_rules;
mod scalar;
mod time;
mod wrapper;

use crate::context::TypeContext;
use crate::relation::relate::{Doubt, Relate};
use crate::ty::Type;
use crate::value::Value;

pub use self::error::{AccessError, Blame, class_name};
pub(crate) use self::{
    catalog::is_class_reference,
    collection::{callable_of, is_range_parameter, struct_element, type_of},
    error::article,
    object::{object_from_hash, object_type, type_set},
    scalar::{
        ScalarResult, big_integer_range, float_range, merge_version_ranges, pattern_of,
        range_error, regexp_of, semver_of, uri_from, uri_parameter_type,
    },
    time::{timespan_range, timestamp_range},
    wrapper::runtime_of,
};

/// How deep the types given as parameters may nest.
const MAX_DEPTH: usize = 60;

/// The value of `base[keys…]`; `None` if it depends on the catalog (`File['x']['mode']`) or cannot be decided.
///
/// It is a type, or an array of types for `Resource` and `Class` with several names.
pub fn parameterize(
    context: &dyn TypeContext,
    base: &Type,
    keys: &[Value],
) -> Result<Option<Value>, AccessError> {
    if keys.iter().any(|key| nests_deeper_than(key, MAX_DEPTH)) {
        return Ok(None);
    }
    // Sizes and times are of 64 bits.
    let takes_any_integer = matches!(base, Type::Integer(_) | Type::Float(_) | Type::Init(_));
    if !takes_any_integer && keys.iter().any(|key| matches!(key, Value::BigInteger(_))) {
        return Ok(None);
    }
    let access = TypeAccess {
        relate: Relate::new(context),
        base,
    };
    let result = access.apply(keys)?;
    match access.relate.doubt() {
        // A member of a `Struct` may be an `Init` that no constructor takes.
        Some(Doubt::Refused) => {
            let complaint = access.relate.complaint().unwrap_or_default();
            Err(AccessError::runtime(complaint))
        }
        _ => Ok(result),
    }
}

/// One application of the operator.
struct TypeAccess<'a> {
    relate: Relate<'a>,
    base: &'a Type,
}

type ParameterizeOutcome = Result<Type, AccessError>;

impl TypeAccess<'_> {
    fn apply(&self, keys: &[Value]) -> Result<Option<Value>, AccessError> {
        let flat = || flatten(keys);
        let ty = match self.base {
            Type::Unknown => return Ok(None),
            Type::Resource(resource) => return self.resource(resource, keys),
            Type::Class(name) => return self.class(name.as_deref(), keys),
            Type::Callable(_) => self.callable(keys)?,
            Type::Struct(_) => self.structure(keys)?,
            Type::Init(_) => self.init(keys)?,
            Type::Timespan(_) => match self.timespan(&flat())? {
                Some(ty) => ty,
                None => return Ok(None),
            },
            Type::Timestamp(_) => match self.timestamp(&flat())? {
                Some(ty) => ty,
                None => return Ok(None),
            },
            Type::Integer(_) => self.integer(&flat())?,
            Type::Float(_) => self.float(&flat())?,
            Type::String(_) => self.string(&flat())?,
            Type::Enum(_) => self.enumeration(flat())?,
            Type::Pattern(_) => self.pattern(&flat())?,
            Type::Boolean(_) => self.boolean(&flat())?,
            Type::Regexp(_) => self.regexp(&flat())?,
            Type::SemVer(_) => self.semver(&flat())?,
            Type::Uri(_) => self.uri(&flat())?,
            Type::Collection(_) => self.collection(&flat())?,
            Type::Array(_) => self.array(&flat())?,
            Type::Hash(_) => self.hash(&flat())?,
            Type::Tuple(_) => self.tuple(flat())?,
            Type::Variant(_) => self.variant(&flat())?,
            Type::Optional(_) => self.optional(&flat())?,
            Type::NotUndef(_) => self.not_undef(&flat())?,
            Type::Sensitive(_) | Type::Type(_) | Type::Iterable(_) | Type::Iterator(_) => {
                self.wrapper(&flat())?
            }
            Type::Runtime(_) => self.runtime(&flat())?,
            Type::Object(_) => self.object(&flat())?,
            Type::TypeSet(_) => self.type_set(&flat())?,
            Type::Reference(text) => return Err(AccessError::unknown_resource_type(text)),
            _ => return Err(self.not_applicable()),
        };
        Ok(Some(Value::Type(ty)))
    }

    fn not_applicable(&self) -> AccessError {
        let label = self.label(&Value::Type(self.base.clone()));
        AccessError::new(
            "OPERATOR_NOT_APPLICABLE",
            Blame::Left,
            format!(
                "Operator '[]' is not applicable to {} {label}.",
                error::article(&label)
            ),
        )
    }
}

/// Arrays in the list are replaced by their elements, at any depth.
fn flatten(keys: &[Value]) -> Vec<Value> {
    let mut flat = Vec::with_capacity(keys.len());
    for key in keys {
        match key {
            Value::Array(items) => flat.extend(flatten(items)),
            other => flat.push(other.clone()),
        }
    }
    flat
}

/// Does the value nest deeper than that? Types and collections count.
fn nests_deeper_than(value: &Value, limit: usize) -> bool {
    let Some(limit) = limit.checked_sub(1) else {
        return true;
    };
    match value {
        Value::Array(items) => items.iter().any(|item| nests_deeper_than(item, limit)),
        Value::Hash(entries) => entries
            .iter()
            .any(|(key, value)| nests_deeper_than(key, limit) || nests_deeper_than(value, limit)),
        Value::Sensitive(inner) => nests_deeper_than(inner, limit),
        Value::Type(ty) => type_nests_deeper_than(ty, limit),
        _ => false,
    }
}

fn type_nests_deeper_than(ty: &Type, limit: usize) -> bool {
    let Some(limit) = limit.checked_sub(1) else {
        return true;
    };
    let deep = |ty: &Type| type_nests_deeper_than(ty, limit);
    match ty {
        Type::Array(array) => deep(&array.element),
        Type::Hash(hash) => deep(&hash.key) || deep(&hash.value),
        Type::Tuple(tuple) => tuple.types.iter().any(deep),
        Type::Struct(structure) => structure
            .elements
            .iter()
            .any(|element| deep(&element.value)),
        Type::Variant(variant) => variant.types.iter().any(deep),
        Type::Callable(Some(callable)) => {
            callable
                .params
                .iter()
                .flat_map(|params| &params.types)
                .any(deep)
                || callable.block.iter().chain(&callable.returns).any(deep)
        }
        Type::Init(Some(init)) => {
            deep(&init.ty) || init.args.iter().any(|arg| nests_deeper_than(arg, limit))
        }
        Type::Object(Some(object)) => {
            object.parent.iter().any(deep)
                || object
                    .attributes
                    .iter()
                    .any(|attribute| deep(&attribute.ty))
        }
        _ => ty.contained().is_some_and(deep),
    }
}
