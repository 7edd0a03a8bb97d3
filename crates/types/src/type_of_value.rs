//! Inference: the type of a value (TypeCalculator#infer, #infer_set).

use std::sync::Arc;

use puppet_scalars::{SemVerRange, Uri};
use smol_str::SmolStr;

use crate::context::TypeContext;
use crate::relation::relate::Relate;
use crate::runtime::TREE_ITERATOR;
use crate::ty::{
    IntegerRange, ObjectExtensionType, Range, RuntimeName, RuntimeType, StructElement, StructKey,
    Type,
};
use crate::value::{ObjectValue, Value};

/// The type of a value, with the elements of arrays and hashes joined to their common type.
pub fn infer(context: &dyn TypeContext, value: &Value) -> Type {
    Relate::new(context).infer(value)
}

/// The type of a value, element by element: arrays are tuples, hashes with string keys are structs.
pub fn infer_set(context: &dyn TypeContext, value: &Value) -> Type {
    Relate::new(context).infer_set(value)
}

impl Relate<'_> {
    /// The type of an object, with the values of the attributes by which the type is parameterized.
    fn type_of_object(&self, value: &ObjectValue) -> Type {
        let Type::Object(Some(object)) = &value.ty else {
            return value.ty.clone();
        };
        let names: Vec<SmolStr> = self
            .object(object)
            .type_parameters
            .iter()
            .map(|parameter| parameter.name.clone())
            .collect();
        if names.is_empty() {
            return value.ty.clone();
        }
        let value_of = |name: &SmolStr| {
            let given = value.attributes.get(name).cloned();
            (name.clone(), given.unwrap_or(Value::Undef))
        };
        Type::ObjectExtension(Arc::new(ObjectExtensionType {
            base: Arc::clone(object),
            parameters: names.iter().map(value_of).collect(),
            names,
        }))
    }

    /// See [`infer`].
    pub fn infer(&self, value: &Value) -> Type {
        self.step(Type::Unknown, || match value {
            Value::Undef => Type::Undef,
            Value::Default => Type::Default,
            Value::Boolean(value) => Type::Boolean(Some(*value)),
            Value::Integer(number) => Type::Integer(Range::exactly(*number)),
            Value::BigInteger(number) => Type::BigInteger(Range::exactly(**number)),
            // An infinite bound is none.
            Value::Float(number) if number.is_infinite() => {
                let bound = Some((*number).into());
                let (from, to) = if *number > 0.0 {
                    (bound, None)
                } else {
                    (None, bound)
                };
                Type::Float(Range::new(from, to).unwrap_or(Range::UNBOUNDED))
            }
            Value::Float(number) => Type::Float(Range::exactly((*number).into())),
            Value::String(text) => Type::string_value(text.clone()),
            Value::Regexp(regexp) => Type::Regexp(Some(Arc::clone(regexp))),
            Value::SemVer(_) => Type::semver(),
            Value::SemVerRange(_) => Type::SemVerRange,
            Value::Timespan(span) => Type::Timespan(Range::exactly(**span)),
            Value::Timestamp(stamp) => Type::Timestamp(Range::exactly(**stamp)),
            Value::Binary(_) => Type::Binary,
            Value::Uri(uri) => Type::Uri(uri_parameters(uri)),
            Value::Array(items) if items.is_empty() => Type::empty_array(),
            Value::Array(items) => Type::array_of(
                self.reduce(items.iter()),
                IntegerRange::with_len(items.len()),
            ),
            Value::Hash(entries) if entries.is_empty() => Type::empty_hash(),
            Value::Hash(entries) => Type::hash_of(
                self.reduce(entries.keys()),
                self.reduce(entries.values()),
                IntegerRange::with_len(entries.len()),
            ),
            Value::Sensitive(inner) => {
                let inner = self.infer(inner);
                self.sensitive(&inner)
            }
            Value::Type(ty) => Type::type_of(ty.clone()),
            Value::Iterator(iterator) if iterator.is_tree => tree_iterator(),
            Value::Iterator(iterator) => {
                Type::Iterator(iterator.element_type.clone().map(Arc::new))
            }
            Value::Object(object) => self.type_of_object(object),
        })
    }

    /// See [`infer_set`].
    pub fn infer_set(&self, value: &Value) -> Type {
        self.step(Type::Unknown, || match value {
            Value::Array(items) if !items.is_empty() => Type::tuple_of(
                items.iter().map(|item| self.infer_set(item)).collect(),
                Range::UNBOUNDED,
            ),
            Value::Hash(entries) if !entries.is_empty() => {
                if entries
                    .keys()
                    .all(|key| key.as_str().is_some_and(|key| !key.is_empty()))
                {
                    let element = |(key, value): (&Value, &Value)| StructElement {
                        name: key.as_str().unwrap_or_default().into(),
                        key: StructKey::Required,
                        value: self.infer_set(value),
                    };
                    return Type::struct_of(entries.iter().map(element).collect());
                }
                let keys = Type::variant_of(entries.keys().map(|key| self.infer_set(key)));
                let values = Type::variant_of(entries.values().map(|value| self.infer_set(value)));
                Type::hash_of(keys, values, IntegerRange::with_len(entries.len()))
            }
            Value::SemVer(version) => Type::SemVer(Arc::new(vec![SemVerRange::from_bounds(
                version, version, false,
            )])),
            _ => self.infer(value),
        })
    }

    /// `Sensitive[T]`, which generalizes what it contains (PSensitiveType#initialize).
    pub fn sensitive(&self, inner: &Type) -> Type {
        let inner = self.generalize(inner);
        Type::Sensitive(if inner == Type::Any {
            None
        } else {
            Some(Arc::new(inner))
        })
    }

    fn reduce<'v>(&self, values: impl Iterator<Item = &'v Value>) -> Type {
        let mut values = values.peekable();
        let mut result: Option<Type> = None;
        while let Some(value) = values.next() {
            let ty = match value {
                Value::String(first) => {
                    let is_text = |value: &&Value| matches!(value, Value::String(_));
                    let rest = std::iter::from_fn(|| values.next_if(is_text)?.as_str());
                    texts(first, rest)
                }
                value => self.infer(value),
            };
            result = Some(match result {
                None => ty,
                Some(common) => self.common(&common, &ty),
            });
        }
        result.unwrap_or(Type::Unit)
    }
}

/// The common type of texts. All at once: one by one, each would copy those before it.
fn texts<'v>(first: &SmolStr, rest: impl Iterator<Item = &'v str>) -> Type {
    let mut others = rest
        .filter(|text| text != first)
        .map(SmolStr::from)
        .peekable();
    match others.peek() {
        Some(_) => Type::enum_of(std::iter::once(first.clone()).chain(others), false),
        None => Type::string_value(first.clone()),
    }
}

fn tree_iterator() -> Type {
    Type::Runtime(Arc::new(RuntimeType {
        runtime: Some("ruby".into()),
        name: RuntimeName::Name(TREE_ITERATOR.into()),
    }))
}

/// The parameters of the `URI` type of one URI: all parts but a port that the scheme implies (PURIType#uri_to_hash).
pub(crate) fn uri_parameters(uri: &Uri) -> Option<Arc<Value>> {
    let parts = uri.parts();
    let scheme = parts.scheme.as_ref().map(|scheme| scheme.to_lowercase());
    let port = parts.port.filter(|port| {
        !matches!(
            (port, scheme.as_deref()),
            (80, Some("http")) | (443, Some("https"))
        )
    });
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let entries = [
        ("scheme", scheme.clone()),
        ("userinfo", parts.userinfo.clone()),
        ("host", filled(&parts.host).map(|host| host.to_lowercase())),
        ("port", port.map(|port| port.to_string())),
        ("path", filled(&parts.path)),
        ("query", parts.query.clone()),
        ("fragment", parts.fragment.clone()),
        ("opaque", parts.opaque.clone()),
    ];
    let known = entries
        .into_iter()
        .filter_map(|(name, text)| Some((name.into(), SmolStr::from(text?).into())));
    let value = Value::hash(known);
    if matches!(&value, Value::Hash(entries) if entries.is_empty()) {
        None
    } else {
        Some(Arc::new(value))
    }
}
