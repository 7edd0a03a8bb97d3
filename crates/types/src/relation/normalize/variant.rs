//! Normalization of `Variant`: its members are merged where one type accepts the same.

use std::sync::Arc;

use puppet_scalars::SemVerRange;
use smol_str::SmolStr;

use crate::parameterize::merge_version_ranges;
use crate::relation::relate::{Doubt, Relate};
use crate::ty::{Range, StringConstraint, Type, VariantType};

impl Relate<'_> {
    pub(super) fn normalize_variant(&self, ty: &Type, variant: &VariantType) -> Type {
        if variant.types.is_empty() {
            return ty.clone();
        }
        let types: Vec<Type> = variant.types.iter().map(|ty| self.normalize(ty)).collect();
        let modified = types != variant.types;
        if let [single] = &types[..] {
            return single.clone();
        }
        if types
            .iter()
            .any(|ty| matches!(ty, Type::Undef | Type::Optional(_)))
        {
            let defined = types
                .into_iter()
                .filter(|ty| *ty != Type::Undef)
                .map(|ty| match ty {
                    Type::Optional(Some(inner)) => Type::clone(&inner),
                    Type::Optional(None) => {
                        self.doubtful(Doubt::PuppetBreaks);
                        Type::Any
                    }
                    other => other,
                });
            return self.normalize(&Type::optional(Type::variant_of(defined)));
        }
        let types = flatten(types);
        let count = types.len();
        let mut types = merge_enums(self.merge_not_undefs(types));
        types = merge_patterns(types);
        types = merge_versions(types);
        types = merge_ranges(types, Type::integer_range, Type::integers, |a, b| {
            a.is_adjacent(b)
        });
        types = merge_ranges(types, float_range, Type::Float, |_, _| false);
        types = merge_ranges(types, timespan_range, Type::Timespan, |_, _| false);
        types = merge_ranges(types, timestamp_range, Type::Timestamp, |_, _| false);
        match &types[..] {
            [single] => single.clone(),
            _ if modified || types.len() != count => Type::variant_of(types),
            _ => ty.clone(),
        }
    }

    fn merge_not_undefs(&self, types: Vec<Type>) -> Vec<Type> {
        let (defined, mut others) = partition(types, |ty| match ty {
            Type::NotUndef(inner) => Some(inner.clone()),
            _ => None,
        });
        if defined.len() < 2 {
            return restore(defined, others, Type::NotUndef);
        }
        if defined.iter().any(|(_, inner)| inner.is_none()) {
            self.doubtful(Doubt::PuppetBreaks);
        }
        let inner = defined
            .into_iter()
            .map(|(_, inner)| inner.map_or(Type::Any, |inner| Type::clone(&inner)));
        let merged = Type::not_undef(self.normalize(&Type::variant_of(inner)));
        others.push((usize::MAX, merged));
        others.into_iter().map(|(_, ty)| ty).collect()
    }
}

fn flatten(types: Vec<Type>) -> Vec<Type> {
    let mut flat = Vec::with_capacity(types.len());
    for ty in types {
        match ty {
            Type::Variant(variant) => flat.extend(variant.types.iter().cloned()),
            other => flat.push(other),
        }
    }
    flat
}

/// Members with their places, so that they can go back there if nothing is to be merged.
type Placed<T> = Vec<(usize, T)>;

fn partition<T>(
    types: Vec<Type>,
    select: impl Fn(&Type) -> Option<T>,
) -> (Placed<T>, Placed<Type>) {
    let mut selected = Vec::new();
    let mut others = Vec::new();
    for (place, ty) in types.into_iter().enumerate() {
        match select(&ty) {
            Some(part) => selected.push((place, part)),
            None => others.push((place, ty)),
        }
    }
    (selected, others)
}

fn restore<T>(
    selected: Placed<T>,
    mut others: Placed<Type>,
    make: impl Fn(T) -> Type,
) -> Vec<Type> {
    others.extend(
        selected
            .into_iter()
            .map(|(place, part)| (place, make(part))),
    );
    others.sort_by_key(|(place, _)| *place);
    others.into_iter().map(|(_, ty)| ty).collect()
}

/// Merges selected members to one at the end.
fn merge_last(
    types: Vec<Type>,
    is_selected: impl Fn(&Type) -> bool,
    merge: impl Fn(Vec<Type>) -> Type,
) -> Vec<Type> {
    if types.iter().filter(|ty| is_selected(ty)).count() < 2 {
        return types;
    }
    let (selected, mut others): (Vec<Type>, Vec<Type>) =
        types.into_iter().partition(|ty| is_selected(ty));
    others.push(merge(selected));
    others
}

fn merge_enums(types: Vec<Type>) -> Vec<Type> {
    let is_sensitive = |ty: &Type| match ty {
        Type::Enum(values) => !values.values.is_empty() && !values.case_insensitive,
        Type::String(Some(constraint)) => matches!(&**constraint, StringConstraint::Value(_)),
        _ => false,
    };
    let types = merge_last(types, is_sensitive, |enums| {
        Type::enum_of(enums.iter().flat_map(strings), false)
    });
    let is_insensitive = |ty: &Type| matches!(ty, Type::Enum(values) if !values.values.is_empty() && values.case_insensitive);
    merge_last(types, is_insensitive, |enums| {
        Type::enum_of(
            enums
                .iter()
                .flat_map(strings)
                .map(|value| value.to_lowercase()),
            true,
        )
    })
}

fn strings(ty: &Type) -> Vec<SmolStr> {
    match ty {
        Type::Enum(values) => values.values.clone(),
        Type::String(Some(constraint)) => match &**constraint {
            StringConstraint::Value(value) => vec![value.clone()],
            StringConstraint::Size(_) => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn merge_patterns(types: Vec<Type>) -> Vec<Type> {
    let is_pattern = |ty: &Type| matches!(ty, Type::Pattern(_));
    merge_last(types, is_pattern, |patterns| {
        Type::pattern_of(patterns.iter().flat_map(|ty| match ty {
            Type::Pattern(pattern) => pattern.regexps.clone(),
            _ => Vec::new(),
        }))
    })
}

fn merge_versions(types: Vec<Type>) -> Vec<Type> {
    let (versions, others) = partition(types, |ty| match ty {
        Type::SemVer(ranges) => Some(Arc::clone(ranges)),
        _ => None,
    });
    if versions.len() < 2 {
        return restore(versions, others, Type::SemVer);
    }
    let ranges: Vec<SemVerRange> = versions
        .iter()
        .flat_map(|(_, ranges)| ranges.iter().cloned())
        .collect();
    let merged = Type::SemVer(Arc::new(merge_version_ranges(ranges)));
    [merged]
        .into_iter()
        .chain(others.into_iter().map(|(_, ty)| ty))
        .collect()
}

fn float_range(ty: &Type) -> Option<crate::ty::FloatRange> {
    if let Type::Float(range) = ty {
        Some(range.clone())
    } else {
        None
    }
}

fn timespan_range(ty: &Type) -> Option<crate::ty::TimespanRange> {
    if let Type::Timespan(range) = ty {
        Some(range.clone())
    } else {
        None
    }
}

fn timestamp_range(ty: &Type) -> Option<crate::ty::TimestampRange> {
    if let Type::Timestamp(range) = ty {
        Some(range.clone())
    } else {
        None
    }
}

/// Merges ranges that overlap or touch, starting with the last one, and puts them first (PVariantType#merge_ranges).
fn merge_ranges<T: Ord + Clone>(
    types: Vec<Type>,
    select: impl Fn(&Type) -> Option<Range<T>>,
    make: impl Fn(Range<T>) -> Type,
    is_adjacent: impl Fn(&Range<T>, &Range<T>) -> bool,
) -> Vec<Type> {
    let (ranges, others) = partition(types, select);
    if ranges.len() < 2 {
        return restore(ranges, others, make);
    }
    let mut open: Vec<Range<T>> = ranges.into_iter().map(|(_, range)| range).collect();
    let mut merged = Vec::new();
    while let Some(mut current) = open.pop() {
        let mut rest = Vec::new();
        for other in open {
            if current.intersects(&other) || is_adjacent(&current, &other) {
                current = current.hull(&other);
            } else {
                rest.push(other);
            }
        }
        merged.push(make(current));
        open = rest;
    }
    merged
        .into_iter()
        .chain(others.into_iter().map(|(_, ty)| ty))
        .collect()
}
