//! Common types: a type that accepts both of two types (TypeCalculator#common_type).

use crate::context::TypeContext;
use crate::relation::relate::{Doubt, Relate};
use crate::runtime;
use crate::ty::{EnumType, IntegerRange, Range, RuntimeName, RuntimeType, StringConstraint, Type};

/// The common type of two types, as Puppet joins the elements of an array.
pub fn common_type(context: &dyn TypeContext, a: &Type, b: &Type) -> Type {
    Relate::new(context).common(a, b)
}

impl Relate<'_> {
    /// See [`common_type`].
    pub fn common(&self, a: &Type, b: &Type) -> Type {
        self.step(Type::Unknown, || match (a, b) {
            (Type::Undef | Type::Unit, _) => b.clone(),
            (_, Type::Undef | Type::Unit) => a.clone(),
            (Type::Unknown, _) | (_, Type::Unknown) => Type::Unknown,
            _ if self.assignable(a, b) => a.clone(),
            _ if self.assignable(b, a) => b.clone(),
            _ => self.join(a, b).unwrap_or_else(|| self.join_by_kind(a, b)),
        })
    }

    /// Joins two types of the same family.
    fn join(&self, a: &Type, b: &Type) -> Option<Type> {
        Some(match (a, b) {
            (Type::Array(a), Type::Array(b)) => {
                Type::array_of(self.common(&a.element, &b.element), Range::UNBOUNDED)
            }
            (Type::Hash(a), Type::Hash(b)) => Type::hash_of(
                self.common(&a.key, &b.key),
                self.common(&a.value, &b.value),
                Range::UNBOUNDED,
            ),
            (Type::Class(_), Type::Class(_)) => Type::Class(None),
            (Type::Resource(a), Type::Resource(b)) => match &a.name {
                Some(name) if a.name == b.name => Type::resource_of(name.clone(), None),
                _ => Type::resource(),
            },
            (Type::Integer(a), Type::Integer(b)) => Type::Integer(a.hull(b)),
            (Type::Integer(_) | Type::BigInteger(_), Type::Integer(_) | Type::BigInteger(_)) => {
                Type::integers(a.integer_range()?.hull(&b.integer_range()?))
            }
            (Type::Float(a), Type::Float(b)) => Type::Float(a.hull(b)),
            (Type::String(a), Type::String(b)) => join_strings(a.as_deref(), b.as_deref()),
            (Type::String(a), Type::Enum(b)) => join_string_and_enum(a.as_deref(), b),
            (Type::Enum(a), Type::String(b)) => join_string_and_enum(b.as_deref(), a),
            (Type::Enum(a), Type::Enum(b)) => {
                Type::enum_of(a.values.iter().chain(&b.values).cloned(), false)
            }
            (Type::Pattern(a), Type::Pattern(b)) => {
                Type::pattern_of(a.regexps.iter().chain(&b.regexps).cloned())
            }
            (Type::Variant(a), Type::Variant(b)) => {
                Type::variant_of(a.types.iter().chain(&b.types).cloned())
            }
            (Type::Regexp(_), Type::Regexp(_)) => Type::REGEXP,
            (Type::Callable(_), Type::Callable(_)) => Type::CALLABLE,
            _ => return None,
        })
    }

    /// Finds the narrowest of Puppet's general types that accepts both.
    fn join_by_kind(&self, a: &Type, b: &Type) -> Type {
        let both = |ty: &Type| self.assignable(ty, a) && self.assignable(ty, b);
        if let Some(ty) = [Type::Numeric, Type::ScalarData, Type::Scalar, Type::data()]
            .into_iter()
            .find(both)
        {
            return ty;
        }
        if let (Type::Type(a), Type::Type(b)) = (a, b) {
            return match (a, b) {
                (Some(a), Some(b)) => Type::type_of(self.common(a, b)),
                (Some(one), None) | (None, Some(one)) => Type::Type(Some(one.clone())),
                (None, None) => Type::Type(None),
            };
        }
        if both(&Type::rich_data()) {
            return Type::rich_data();
        }
        if let (Type::Runtime(a), Type::Runtime(b)) = (a, b) {
            return self.join_runtimes(a, b);
        }
        Type::Any
    }

    /// Puppet looks for a common class, but the method that it calls for that is private.
    fn join_runtimes(&self, a: &RuntimeType, b: &RuntimeType) -> Type {
        if a == b {
            return Type::Runtime(a.clone().into());
        }
        self.doubtful(Doubt::PuppetBreaks);
        let known = |ty: &RuntimeType| matches!(&ty.name, RuntimeName::Name(name) if runtime::is_known(name));
        if known(a) && known(b) {
            let object = RuntimeType {
                runtime: Some("ruby".into()),
                name: RuntimeName::Name("Object".into()),
            };
            return Type::Runtime(object.into());
        }
        Type::Any
    }
}

fn join_strings(a: Option<&StringConstraint>, b: Option<&StringConstraint>) -> Type {
    match (a, b) {
        (Some(StringConstraint::Size(a)), Some(StringConstraint::Size(b))) => {
            let hull: IntegerRange = a.hull(b);
            Type::string_size(hull)
        }
        (Some(StringConstraint::Value(a)), Some(StringConstraint::Value(b))) => {
            Type::enum_of([a.clone(), b.clone()], false)
        }
        _ => Type::STRING,
    }
}

fn join_string_and_enum(string: Option<&StringConstraint>, values: &EnumType) -> Type {
    match string {
        Some(StringConstraint::Value(value)) => {
            Type::enum_of(values.values.iter().chain([value]).cloned(), false)
        }
        _ => Type::enumeration(),
    }
}
