//! Catalog entries, runtime types, objects and type sets.

use crate::relation::relate::{MaybeGuard, Relate};
use crate::runtime;
use crate::ty::{ObjectExtensionType, ObjectType, RuntimeName, RuntimeType, Type};
use crate::value::Value;

impl Relate<'_> {
    pub(super) fn catalog_accepts(&self, to: &Type, from: &Type, guard: MaybeGuard<'_>) -> bool {
        match (to, from) {
            (Type::CatalogEntry, _) => matches!(
                from,
                Type::CatalogEntry | Type::Resource(_) | Type::Class(_)
            ),
            (Type::Class(expected), Type::Class(given)) => expected.is_none() || expected == given,
            (Type::Resource(expected), Type::Resource(given)) => {
                expected.name.is_none()
                    || expected.same_name(given)
                        && (expected.title.is_none() || expected.title == given.title)
            }
            (Type::Runtime(expected), Type::Runtime(given)) => runtime_accepts(expected, given),
            (Type::Object(expected), _) => self.object_accepts(expected.as_deref(), from, guard),
            (Type::ObjectExtension(expected), _) => self.extension_accepts(expected, from, guard),
            (Type::TypeSet(expected), Type::TypeSet(_)) => expected.is_none() || to == from,
            _ => false,
        }
    }

    fn object_accepts(
        &self,
        expected: Option<&ObjectType>,
        from: &Type,
        guard: MaybeGuard<'_>,
    ) -> bool {
        match from {
            Type::Object(given) => {
                let Some(expected) = expected else {
                    return true;
                };
                let Some(given) = given else { return false };
                if same_object(expected, given) {
                    return true;
                }
                let parent = self.object(given).parent.clone();
                let to = Type::Object(Some(expected.clone().into()));
                parent.is_some_and(|parent| self.accepts(&to, &parent, guard))
            }
            Type::ObjectExtension(given) => {
                self.object_accepts(expected, &Type::Object(Some(given.base.clone())), guard)
            }
            _ => false,
        }
    }

    fn extension_accepts(
        &self,
        expected: &ObjectExtensionType,
        from: &Type,
        guard: MaybeGuard<'_>,
    ) -> bool {
        let given: &[_] = if let Type::ObjectExtension(given) = from {
            &given.parameters
        } else {
            &[]
        };
        self.object_accepts(Some(&expected.base), from, guard)
            && expected.parameters.iter().all(|(name, pattern)| {
                given.iter().find(|(other, _)| other == name).is_some_and(|(_, value)| {
                    self.value_matches(value, pattern)
                        || matches!((pattern, value), (Value::Type(to), Value::Type(from)) if self.assignable(to, from))
                })
            })
    }
}

/// Named object types are the same if their names are; one may be known by its name only.
fn same_object(a: &ObjectType, b: &ObjectType) -> bool {
    match (&a.name, &b.name) {
        (Some(x), Some(y)) if a.is_reference() || b.is_reference() => x == y,
        _ => a == b,
    }
}

fn runtime_accepts(expected: &RuntimeType, given: &RuntimeType) -> bool {
    if expected.runtime.is_some() && expected.runtime != given.runtime {
        return false;
    }
    if expected.name == RuntimeName::Unspecified || expected.name == given.name {
        return true;
    }
    match (&expected.name, &given.name) {
        (RuntimeName::Name(ancestor), RuntimeName::Name(class)) => runtime::is_a(class, ancestor),
        _ => false,
    }
}
