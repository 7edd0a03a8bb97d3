//! Arrays as hashes, as `+` makes them: of their pairs, or of their elements in turn.
//!
//! Source: `concatenate` of Puppet's `EvaluatorImpl`, and Ruby's `Hash.[]`.

use crate::inferred::Inferred;
use crate::inferred::set_theoretic::union_members;
use crate::{IntegerRange, Type, TypeContext, Value, resolve_alias};

/// Longer arrays fail where those of these lengths do.
const MAX_ELEMENTS: i64 = 64;

/// An array that becomes a hash.
pub struct Paired {
    /// The hash.
    pub hash: Inferred,
    /// Whether some of the arrays are no hashes.
    pub may_fail: bool,
}

/// What is known of something that is added to a hash, with hashes in the place of arrays.
#[must_use]
pub fn as_added(context: &dyn TypeContext, known: &Inferred) -> Inferred {
    let is_array = |ty: &Type| paired(context, ty).is_some();
    let members = match known {
        Inferred::Value(Value::Hash(_)) => return known.clone(),
        known => union_members(context, &known.ty(context)),
    };
    if !members.iter().any(is_array) {
        return known.clone();
    }
    let as_hash = |ty: Type| paired(context, &ty).map_or(ty, |it| it.hash.ty(context));
    Inferred::Type(Type::variant_of(members.into_iter().map(as_hash)))
}

/// What a type of arrays is as hashes; `None` for any other type.
#[must_use]
pub fn paired(context: &dyn TypeContext, ty: &Type) -> Option<Paired> {
    let (types, size) = match resolve_alias(context, ty) {
        Type::Array(array) => (vec![array.element.clone()], array.size.or_any_size()),
        Type::Tuple(tuple) => (tuple.types.to_vec(), tuple.size_range()),
        _ => return None,
    };
    let elements: Vec<Element> = types.iter().map(|it| Element::of(context, it)).collect();
    let last = elements.last()?;
    let at = |index: usize| elements.get(index).unwrap_or(last);
    let least = size.min_size().max(1);
    let longest = i64::try_from(elements.len() + 1).unwrap_or(MAX_ELEMENTS);
    let most = least.saturating_add(longest).min(MAX_ELEMENTS);
    let most = size.upper_bound().map_or(most, |bound| most.min(*bound));
    let may_fail = (least..=most).any(|count| {
        let count = usize::try_from(count).unwrap_or_default();
        let mut present = (0..count).map(at);
        let are_pairs = present.clone().all(|it| !it.arrays.is_empty());
        let has_no_pair = present.clone().any(|it| it.has_other_sizes);
        let is_single_hash = count == 1 && !at(0).has_others;
        let has_others = present.any(|it| it.has_others || it.has_hashes);
        are_pairs && has_no_pair || count % 2 == 1 && has_others && !is_single_hash
    });
    let hash = match size.upper_bound() {
        Some(0) => Inferred::Value(Value::hash([])),
        _ => {
            let positions = (0..usize::try_from(most).unwrap_or_default()).map(at);
            hash_of(context, positions, size.min_size() <= 1)
        }
    };
    Some(Paired { hash, may_fail })
}

/// A hash of the elements at some positions; of one that is alone there, too, if it may be.
fn hash_of<'e>(
    context: &dyn TypeContext,
    positions: impl Iterator<Item = &'e Element> + Clone,
    may_be_single: bool,
) -> Inferred {
    let are_pairs = positions.clone().all(|it| it.singles.is_empty());
    let [key, value] = [0, 1].map(|part| {
        let mut all: Vec<&Inferred> = Vec::new();
        for (index, element) in positions.clone().enumerate() {
            all.extend(&element.of_pair[part]);
            // Beside something else, an array is a key or a value as that is.
            if !are_pairs && index % 2 == part {
                all.extend(element.arrays.iter().chain(&element.singles));
            }
            if may_be_single && index == 0 {
                all.extend(&element.of_hash[part]);
            }
        }
        match Inferred::union(context, all).ty(context) {
            Type::Unknown => Type::Any,
            ty => ty,
        }
    });
    Inferred::Type(Type::hash_of(key, value, IntegerRange::UNBOUNDED))
}

/// What an element of an array may be.
#[derive(Default)]
struct Element {
    arrays: Vec<Inferred>,
    /// Whether it may be an array that is no key with or without its value.
    has_other_sizes: bool,
    /// What is no array.
    singles: Vec<Inferred>,
    has_hashes: bool,
    has_others: bool,
    /// The key and the value that it has as an array.
    of_pair: [Vec<Inferred>; 2],
    /// Its keys and values as a hash.
    of_hash: [Vec<Inferred>; 2],
}

impl Element {
    fn of(context: &dyn TypeContext, ty: &Type) -> Self {
        let mut element = Self::default();
        for member in union_members(context, ty) {
            element.add(resolve_alias(context, &member));
        }
        element
    }

    fn add(&mut self, ty: Type) {
        match &ty {
            Type::Array(array) => {
                let size = array.size.or_any_size();
                self.add_pair(&size, |_| Some(array.element.clone()));
            }
            Type::Tuple(tuple) => {
                let size = tuple.size_range();
                self.add_pair(&size, |index| tuple.type_at(index).cloned());
            }
            // What is undeclared may fit.
            Type::Any | Type::Unknown => {}
            Type::Hash(hash) => {
                self.has_hashes = true;
                self.of_hash[0].push(of_type(hash.key.clone()));
                self.of_hash[1].push(of_type(hash.value.clone()));
            }
            Type::Struct(structure) => {
                self.has_hashes = true;
                self.of_pair[0].push(Inferred::Type(Type::STRING));
                let values = structure
                    .elements
                    .iter()
                    .map(|it| of_type(it.value.clone()));
                self.of_hash[1].extend(values);
            }
            _ => self.has_others = true,
        }
        let all = match &ty {
            Type::Array(_) | Type::Tuple(_) => &mut self.arrays,
            _ => &mut self.singles,
        };
        all.push(of_type(ty));
    }

    /// A key with its value, or without.
    fn add_pair(&mut self, size: &IntegerRange, at: impl Fn(usize) -> Option<Type>) {
        let most = size.upper_bound();
        self.has_other_sizes |= size.min_size() < 1 || most.is_none_or(|most| *most > 2);
        let known = |index| at(index).map_or(Inferred::UNKNOWN, of_type);
        self.of_pair[0].push(known(0));
        if most != Some(&1) {
            self.of_pair[1].push(known(1));
        }
        if size.min_size() < 2 {
            self.of_pair[1].push(Inferred::UNDEF);
        }
    }
}

fn of_type(ty: Type) -> Inferred {
    match ty {
        Type::Any => Inferred::UNKNOWN,
        ty => Inferred::Type(ty),
    }
}
