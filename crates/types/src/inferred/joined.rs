//! The widest type that Puppet infers of the values of a type: the elements of a collection have one type
//! (TypeCalculator#infer).
//!
//! An `Iterable` with a type of its elements accepts a value by that inferred type.

use crate::inferred::set_theoretic::union_members;
use crate::relation::relate::{MaybeGuard, Relate};
use crate::ty::{IntegerRange, Range, Type};

/// How deep collections of collections are looked at.
const MAX_NESTED: usize = 4;

impl Relate<'_> {
    /// Does a type of elements accept those that are inferred of any value of a type?
    pub(crate) fn element_accepts(
        &self,
        element: &Type,
        given: &Type,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let (texts, others): (Vec<Type>, Vec<Type>) = union_members(self.context(), given)
            .into_iter()
            .partition(is_text);
        // What is inferred of texts is one Enum, which no two types accept together.
        let accepts_texts = |texts: Type| {
            let parts = union_members(self.context(), element);
            parts.iter().any(|part| self.assignable(part, &texts))
        };
        (texts.is_empty() || accepts_texts(Type::variant_of(texts)))
            && others
                .iter()
                .all(|ty| self.accepts(element, ty, guard.as_deref_mut()))
    }

    /// The widest type that is inferred of a value of a type.
    pub(crate) fn type_of_values(&self, ty: &Type) -> Type {
        self.type_of_values_within(ty, MAX_NESTED)
    }

    fn type_of_values_within(&self, ty: &Type, depth: usize) -> Type {
        let Some(depth) = depth.checked_sub(1) else {
            return ty.clone();
        };
        let repeated = |ty: &Type, size: &IntegerRange| {
            let is_alone = size.upper_bound().is_some_and(|most| *most <= 1);
            self.type_of_elements(&[ty], !is_alone, true, depth)
        };
        match ty {
            Type::Array(array) => {
                Type::array_of(repeated(&array.element, &array.size), array.size.clone())
            }
            Type::Hash(hash) => Type::hash_of(
                repeated(&hash.key, &hash.size),
                repeated(&hash.value, &hash.size),
                hash.size.clone(),
            ),
            Type::Tuple(tuple) if !tuple.types.is_empty() => {
                let (types, size) = (Vec::from_iter(&tuple.types), tuple.size_range());
                let is_alone = size.upper_bound() == Some(&1);
                let may_lack = size.min_size() < types.len() as i64;
                let element = self.type_of_elements(&types, !is_alone, may_lack, depth);
                Type::array_of(element, size)
            }
            Type::Struct(structure) if !structure.elements.is_empty() => {
                let elements = &structure.elements;
                let keys = Type::enum_of(elements.iter().map(|it| it.name.clone()), false);
                let values: Vec<&Type> = elements.iter().map(|it| &it.value).collect();
                let may_lack = structure.required() < elements.len();
                let value = self.type_of_elements(&values, elements.len() > 1, may_lack, depth);
                Type::hash_of(keys, value, structure.size_range())
            }
            Type::Sensitive(Some(inner)) => {
                self.sensitive(&self.type_of_values_within(inner, depth))
            }
            Type::SemVer(_) => Type::semver(),
            _ => ty.clone(),
        }
    }

    /// The widest type of elements, of these types: of several together, and of some if others may lack.
    fn type_of_elements(
        &self,
        types: &[&Type],
        are_several: bool,
        may_lack: bool,
        depth: usize,
    ) -> Type {
        let mut members = Vec::new();
        let mut undefs = 0;
        for ty in types {
            let (undef, others): (Vec<Type>, Vec<Type>) = union_members(self.context(), ty)
                .iter()
                .map(|it| self.resolve_unless_data(it))
                .partition(|it| *it == Type::Undef);
            undefs += usize::from(!undef.is_empty());
            members.extend(
                others
                    .iter()
                    .map(|it| self.type_of_values_within(it, depth)),
            );
        }
        // `undef` is joined to nothing: it shows only where all are `undef`.
        let shows_undef = undefs == types.len() || undefs > 0 && may_lack;
        let undef = shows_undef.then_some(Type::Undef);
        if !are_several || members.iter().all(is_text) {
            return Type::variant_of(members.into_iter().chain(undef));
        }
        let common = members
            .iter()
            .map(several)
            .reduce(|a, b| self.common(&a, &b));
        Type::variant_of(common.into_iter().chain(undef))
    }

    fn resolve_unless_data(&self, ty: &Type) -> Type {
        match ty {
            Type::Alias(name) if ["Data", "RichData"].contains(&name.as_str()) => ty.clone(),
            _ => self.resolve_alias(ty),
        }
    }
}

/// What is inferred of several values of a type: sizes that differ are lost, and not all ranges are joined.
fn several(ty: &Type) -> Type {
    match ty {
        Type::Array(array) => Type::array_of(array.element.clone(), Range::UNBOUNDED),
        Type::Hash(hash) => Type::hash_of(hash.key.clone(), hash.value.clone(), Range::UNBOUNDED),
        Type::Timespan(_) | Type::Timestamp(_) => Type::Scalar,
        _ => ty.clone(),
    }
}

fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::String(_) | Type::Enum(_) | Type::Pattern(_))
}
