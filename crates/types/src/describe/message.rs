//! The sentences.

use crate::describe::inferred_string;
use crate::describe::mismatch::{Mismatch, MismatchKind, PathElement};
use crate::format::{Form, simple_name};
use crate::parameterize::article;
use crate::relation::relate::Relate;
use crate::ty::{IntegerRange, Type};

/// Definitions of aliases are shown up to this length where they may be left out.
const MAX_DEFINITION: usize = 80;

/// So many values that an expression may have are listed.
const MAX_VALUES: usize = 3;

/// How types are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wording {
    /// As Puppet shows them.
    Puppet,
    /// Aliases with long definitions by their names alone. Puppet has a value where inference may have several: these
    /// are listed.
    Short,
}

impl Mismatch {
    /// The sentence: where and what. It starts with a space (Mismatch#format).
    pub(super) fn text(&self, relate: &Relate<'_>) -> String {
        self.text_with(relate, Wording::Puppet)
    }

    /// [`Mismatch::text`], in one of the wordings.
    pub(super) fn text_with(&self, relate: &Relate<'_>, wording: Wording) -> String {
        let mut path = &self.path[..];
        let mut start = String::new();
        if let [signature @ PathElement::Signature(_), rest @ ..] = path {
            start = format!(" {signature}");
            path = rest;
        }
        for element in path {
            start.push_str(&format!(" {element}"));
        }
        format!("{start}{}", self.kind.text(relate, wording))
    }
}

impl MismatchKind {
    fn text(&self, relate: &Relate<'_>, wording: Wording) -> String {
        let sentence = |actual| Sentence {
            relate,
            wording,
            actual,
        };
        match self {
            MismatchKind::MissingKey(key) => format!(" expects a value for key '{key}'"),
            MismatchKind::MissingParameter(name) => {
                format!(" expects a value for parameter '{name}'")
            }
            MismatchKind::ExtraneousKey(key) => format!(" unrecognized key '{key}'"),
            MismatchKind::InvalidParameter(name) => format!(" has no parameter named '{name}'"),
            MismatchKind::UnexpectedBlock => " does not expect a block".to_owned(),
            MismatchKind::MissingBlock => " expects a block".to_owned(),
            MismatchKind::Unresolved(text) => format!(" references an unresolved type '{text}'"),
            MismatchKind::Type { expected, actual } => sentence(actual).wrong_type(expected),
            MismatchKind::Pattern { expected, actual } => sentence(actual).no_match(expected),
            MismatchKind::Size { expected, actual } => {
                format!(
                    " expects size to be {}, got {}",
                    range_text(expected, "0"),
                    range_text(actual, "0")
                )
            }
            MismatchKind::Count { expected, actual } => {
                let (min, max) = (expected.min_size(), expected.upper_bound().copied());
                let is_single =
                    min == 1 && matches!(max, None | Some(1)) || min == 0 && max == Some(1);
                let plural = if is_single { "" } else { "s" };
                let (expected, actual) = (range_text(expected, "no"), range_text(actual, "none"));
                format!(" expects {expected} argument{plural}, got {actual}")
            }
        }
    }
}

fn range_text(range: &IntegerRange, zero: &str) -> String {
    let min = range.min_size();
    match range.upper_bound() {
        Some(max) if *max == min && min == 0 => zero.to_owned(),
        Some(max) if *max == min => min.to_string(),
        Some(max) if min == 0 => format!("at most {max}"),
        Some(max) => format!("between {min} and {max}"),
        None if min == 0 => "unlimited".to_owned(),
        None => format!("at least {min}"),
    }
}

struct Sentence<'a, 'c> {
    relate: &'a Relate<'c>,
    wording: Wording,
    actual: &'a Type,
}

impl Sentence<'_, '_> {
    fn wrong_type(&self, expected: &Type) -> String {
        let (expected, is_optional) = match expected {
            Type::Optional(Some(inner)) => (&**inner, true),
            Type::Optional(None) => (&Type::Any, true),
            other => (other, false),
        };
        let is_variant = matches!(expected, Type::Variant(_));
        let types = match expected {
            Type::Variant(variant) => variant.types.clone(),
            other => vec![other.clone()],
        };
        let (mut names, actual) = self.names(&types);
        if is_optional {
            names.insert(0, "Undef".to_owned());
        }
        let is_single = names.len() == 1 && (is_variant || !is_optional);
        match &names[..] {
            [name] if is_single => format!(" expects {} {name} value, got {actual}", article(name)),
            [a, b] => format!(" expects a value of type {a} or {b}, got {actual}"),
            [first @ .., last] => format!(
                " expects a value of type {}, or {last}, got {actual}",
                first.join(", ")
            ),
            [] => format!(" expects a value of type , or , got {actual}"),
        }
    }

    /// The names of the expected types and of the actual one: in detail where that distinguishes them.
    fn names(&self, types: &[Type]) -> (Vec<String>, String) {
        if types.iter().any(|ty| self.is_always_detailed(ty))
            || types.iter().any(|ty| self.fits_default(ty))
        {
            let names = types.iter().map(|ty| self.expanded(ty)).collect();
            return (names, self.detailed_actual(types));
        }
        let mut names: Vec<String> = Vec::new();
        for name in types.iter().map(short_name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        (names, self.short_actual())
    }

    fn is_always_detailed(&self, expected: &Type) -> bool {
        let are_integers = [expected, self.actual]
            .iter()
            .all(|ty| matches!(ty, Type::Integer(_) | Type::BigInteger(_)));
        are_integers
            || std::mem::discriminant(expected) == std::mem::discriminant(self.actual)
            || matches!(expected, Type::Alias(_))
            || matches!(self.actual, Type::Alias(_))
            || matches!(
                (expected, self.actual),
                (Type::Struct(_), Type::Hash(_)) | (Type::Tuple(_), Type::Array(_))
            )
    }

    fn fits_default(&self, expected: &Type) -> bool {
        let default = match expected {
            Type::Alias(name) => match self.relate.alias(name) {
                Some(alias) => default_of(&alias.resolved),
                None => Type::Any,
            },
            other => default_of(other),
        };
        self.relate.assignable(&default, self.actual)
    }

    fn detailed_actual(&self, types: &[Type]) -> String {
        let resolved: Vec<Type> = types
            .iter()
            .map(|ty| self.relate.resolve_alias(ty))
            .collect();
        let general = self.relate.generalize(self.actual);
        let is_detailed = resolved.iter().any(|ty| self.is_always_detailed(ty))
            || resolved
                .iter()
                .any(|ty| self.relate.assignable(ty, &general));
        if is_detailed {
            self.expanded(self.actual)
        } else {
            simple_name(self.actual).to_owned()
        }
    }

    fn no_match(&self, expected: &Type) -> String {
        let (expected, or_undef) = match expected {
            Type::Optional(Some(inner)) => (&**inner, "an undef value or "),
            other => (other, ""),
        };
        let actual = match inferred_string(self.actual) {
            Some(text) => format!("'{text}'"),
            None => self.short_actual(),
        };
        format!(
            " expects {or_undef}a match for {}, got {actual}",
            self.expanded(expected)
        )
    }

    /// The name of the actual type.
    fn short_actual(&self) -> String {
        if self.wording == Wording::Puppet {
            return short_name(self.actual);
        }
        let names: Vec<String> = match self.actual {
            Type::Enum(choice)
                if !choice.values.is_empty() && choice.values.len() <= MAX_VALUES =>
            {
                choice.values.iter().map(|it| format!("'{it}'")).collect()
            }
            Type::Variant(variant) => variant.types.iter().map(short_name).collect(),
            _ => return short_name(self.actual),
        };
        let mut unique: Vec<String> = Vec::new();
        for name in names {
            if !unique.contains(&name) {
                unique.push(name);
            }
        }
        match unique.len() {
            0 => short_name(self.actual),
            _ => unique.join(" or "),
        }
    }

    /// A type in detail.
    fn expanded(&self, ty: &Type) -> String {
        let text = self.relate.format(ty, Form::Expanded);
        match (self.wording, ty) {
            (Wording::Short, Type::Alias(name)) if text.len() > MAX_DEFINITION => name.to_string(),
            _ => text,
        }
    }
}

/// The name of a type with the name of what it wraps.
fn short_name(ty: &Type) -> String {
    let inner = match ty {
        Type::Init(Some(init)) => Some(&init.ty),
        other => other.contained(),
    };
    match inner.filter(|inner| **inner != Type::Any) {
        Some(inner) => format!("{}[{}]", full_name(ty), full_name(inner)),
        None => full_name(ty).to_owned(),
    }
}

fn full_name(ty: &Type) -> &str {
    match ty {
        Type::Object(Some(object)) => object.name.as_deref().unwrap_or("Object"),
        Type::TypeSet(None) => "DefaultTypeSet",
        Type::TypeSet(Some(set)) => set.name.as_deref().unwrap_or("TypeSet"),
        other => simple_name(other),
    }
}

/// The type of the same family without parameters.
fn default_of(ty: &Type) -> Type {
    match ty {
        Type::Integer(_) | Type::BigInteger(_) => Type::INTEGER,
        Type::Float(_) => Type::FLOAT,
        Type::String(_) => Type::STRING,
        Type::Enum(_) => Type::enumeration(),
        Type::Pattern(_) => Type::pattern(),
        Type::Boolean(_) => Type::BOOLEAN,
        Type::Regexp(_) => Type::REGEXP,
        Type::SemVer(_) => Type::semver(),
        Type::Timespan(_) => Type::TIMESPAN,
        Type::Timestamp(_) => Type::TIMESTAMP,
        Type::Uri(_) => Type::Uri(None),
        Type::Collection(_) => Type::COLLECTION,
        Type::Array(_) => Type::array(),
        Type::Hash(_) => Type::hash(),
        Type::Tuple(_) => Type::tuple(),
        Type::Struct(_) => Type::structure(),
        Type::Variant(_) => Type::variant(),
        Type::Optional(_) => Type::Optional(None),
        Type::NotUndef(_) => Type::NotUndef(None),
        Type::Iterable(_) => Type::Iterable(None),
        Type::Iterator(_) => Type::Iterator(None),
        Type::Type(_) => Type::Type(None),
        Type::Sensitive(_) => Type::Sensitive(None),
        Type::Resource(_) => Type::resource(),
        Type::Class(_) => Type::Class(None),
        Type::Callable(_) => Type::CALLABLE,
        Type::Runtime(_) => Type::runtime(),
        Type::Init(_) => Type::Init(None),
        Type::Object(_) => Type::Object(None),
        Type::ObjectExtension(_) => Type::Any,
        Type::TypeSet(_) => Type::TypeSet(None),
        Type::Alias(_) | Type::Reference(_) => {
            Type::reference(crate::builtin::UNRESOLVED_REFERENCE)
        }
        other => other.clone(),
    }
}
