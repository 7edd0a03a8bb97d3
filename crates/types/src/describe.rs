//! Descriptions of type mismatches, with Puppet's wording (TypeMismatchDescriber).
//!
//! A description compares the expected type with the inferred type of the value, and names the innermost path that
//! fails. Members of a `Variant` are described one by one; descriptions that say the same of the same place are merged.

mod collection;
mod message;
mod mismatch;
mod signature;

use smol_str::SmolStr;

use crate::alias;
use crate::context::TypeContext;
use crate::relation::relate::Relate;
use crate::ty::{StringConstraint, Type, VariantType};

use self::{
    message::Wording,
    mismatch::{MismatchKind, Path},
};
pub use self::{
    mismatch::{Mismatch, PathElement},
    signature::{
        GivenArgument, Signature, SignatureBuilder, describe_parameters, describe_signatures,
    },
};

/// How many mismatches of the alternatives of a `Variant` are distinguished; with more, the type as a whole does not fit.
const MAX_ALTERNATIVES: usize = 30;

/// What is wrong with a value of type `actual` where `expected` is expected; empty if nothing is.
///
/// `subject` is what the sentence starts with: `parameter 'x'`. Several mismatches are on lines of their own.
pub fn describe_mismatch(
    context: &dyn TypeContext,
    subject: &str,
    expected: &Type,
    actual: &Type,
) -> String {
    Relate::new(context).describe(subject, expected, actual)
}

/// The result of [`describe_mismatch`], without the long definitions of aliases, and the keys of hashes that it is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Description {
    /// The sentences.
    pub text: String,
    /// Keys that hashes lack.
    pub missing_keys: Vec<SmolStr>,
    /// Keys that hashes should not have.
    pub unknown_keys: Vec<SmolStr>,
}

/// [`describe_mismatch`] for messages, which may need the keys, and have a type's definition next to them.
pub fn description_of_mismatch(
    context: &dyn TypeContext,
    subject: &str,
    expected: &Type,
    actual: &Type,
) -> Description {
    let relate = Relate::new(context);
    let path = vec![PathElement::Subject(subject.into())];
    let errors = relate.mismatches(expected, actual, &path);
    let mut description = Description {
        text: relate.sentences(&errors, Wording::Short),
        ..Description::default()
    };
    for error in errors {
        match error.kind {
            MismatchKind::MissingKey(key) => description.missing_keys.push(key),
            MismatchKind::ExtraneousKey(key) => description.unknown_keys.push(key),
            _ => {}
        }
    }
    description
}

impl Relate<'_> {
    /// See [`describe_mismatch`].
    pub fn describe(&self, subject: &str, expected: &Type, actual: &Type) -> String {
        let path = vec![PathElement::Subject(subject.into())];
        self.sentences(&self.mismatches(expected, actual, &path), Wording::Puppet)
    }

    /// Several mismatches are on lines of their own.
    fn sentences(&self, errors: &[Mismatch], wording: Wording) -> String {
        match errors {
            [] => String::new(),
            [error] => error.text_with(self, wording).trim().to_owned(),
            _ => errors
                .iter()
                .map(|error| error.text_with(self, wording))
                .collect::<Vec<_>>()
                .join("\n "),
        }
    }

    /// `describe`: a type with a part that cannot be resolved is described as just that.
    fn mismatches(&self, expected: &Type, actual: &Type, path: &Path) -> Vec<Mismatch> {
        let mut unresolved = None;
        alias::visit(self.context(), expected, None, &mut |ty| {
            if let Type::Reference(text) = ty {
                unresolved = Some((**text).clone());
            }
            unresolved.is_none()
        });
        match unresolved {
            Some(text) => vec![Mismatch {
                path: path.clone(),
                kind: MismatchKind::Unresolved(text),
            }],
            None => self.part_mismatches(expected, actual, path),
        }
    }

    /// `describe` of a type, or a part of one, in which everything can be resolved.
    fn part_mismatches(&self, expected: &Type, actual: &Type, path: &Path) -> Vec<Mismatch> {
        if !self.is_described_at_length() {
            return self.step(Vec::new(), || {
                self.describe_inner(&self.normalize(expected), expected, actual, path)
            });
        }
        if self.assignable(expected, actual) {
            Vec::new()
        } else {
            vec![self.type_mismatch(path, expected, actual)]
        }
    }

    /// `internal_describe`: `original` is the type as written, which is what the text shows.
    fn describe_inner(
        &self,
        expected: &Type,
        original: &Type,
        actual: &Type,
        path: &Path,
    ) -> Vec<Mismatch> {
        self.step(Vec::new(), || match expected {
            Type::Variant(variant) => self.describe_variant(variant, original, actual, path),
            Type::Struct(structure) => self.describe_struct(structure, original, actual, path),
            Type::Hash(hash) => self.describe_hash(hash, original, actual, path),
            Type::Tuple(tuple) => self.describe_tuple(tuple, original, actual, path, false),
            Type::Array(array) => self.describe_array(array, original, actual, path),
            Type::Callable(callable) => {
                self.describe_callable(callable.as_deref(), original, actual, path)
            }
            Type::Optional(inner) => match inner {
                Some(inner) if *actual != Type::Undef => {
                    let original = if matches!(original, Type::Alias(_)) {
                        original
                    } else {
                        expected
                    };
                    self.describe_inner(inner, original, actual, path)
                }
                _ => Vec::new(),
            },
            Type::Pattern(_) | Type::Enum(_) => vec![self.pattern_mismatch(path, original, actual)],
            Type::Alias(name) => match self.alias(name) {
                Some(alias) => {
                    self.describe_inner(&self.normalize(&alias.resolved), expected, actual, path)
                }
                None => Vec::new(),
            },
            _ if self.assignable(expected, actual) => Vec::new(),
            _ => vec![self.type_mismatch(path, original, actual)],
        })
    }

    fn describe_variant(
        &self,
        variant: &VariantType,
        original: &Type,
        actual: &Type,
        path: &Path,
    ) -> Vec<Mismatch> {
        let undef = matches!(original, Type::Optional(_)).then_some(&Type::Undef);
        let mut descriptions = Vec::new();
        for (index, ty) in undef.into_iter().chain(&variant.types).enumerate() {
            let described =
                self.part_mismatches(ty, actual, &extended(path, PathElement::Variant(index)));
            if described.is_empty() {
                return Vec::new();
            }
            descriptions.push(described);
        }
        let merged = self.merge(path.len(), MismatchKind::is_size, descriptions);
        let is_alias = matches!(original, Type::Alias(_));
        if is_alias && merged.len() == 1 || merged.len() > MAX_ALTERNATIVES {
            return vec![self.type_mismatch(path, original, actual)];
        }
        merged
    }

    fn type_mismatch(&self, path: &Path, expected: &Type, actual: &Type) -> Mismatch {
        let kind = MismatchKind::Type {
            expected: self.normalize(expected),
            actual: self.normalize(actual),
        };
        Mismatch {
            path: path.clone(),
            kind,
        }
    }

    fn pattern_mismatch(&self, path: &Path, expected: &Type, actual: &Type) -> Mismatch {
        let kind = MismatchKind::Pattern {
            expected: self.normalize(expected),
            actual: self.normalize(actual),
        };
        Mismatch {
            path: path.clone(),
            kind,
        }
    }

    /// Merges descriptions of alternatives that all say the same kind of thing of the same place
    /// (TypeMismatchDescriber#merge_descriptions).
    fn merge(
        &self,
        varying: usize,
        is_size: fn(&MismatchKind) -> bool,
        alternatives: Vec<Vec<Mismatch>>,
    ) -> Vec<Mismatch> {
        let count = alternatives.len();
        let mut descriptions: Vec<Mismatch> = alternatives.into_iter().flatten().collect();
        for is_kind in [
            is_size,
            MismatchKind::is_missing_block,
            MismatchKind::is_unexpected_block,
            MismatchKind::is_type,
        ] {
            let same: Vec<&Mismatch> = descriptions
                .iter()
                .filter(|description| is_kind(&description.kind))
                .collect();
            if same.len() == count
                && let Some(generic) = self.merge_all(&same)
            {
                descriptions = vec![generic];
                break;
            }
        }
        let mut unique: Vec<Mismatch> = Vec::new();
        for description in descriptions {
            if !unique.iter().any(|other| other.is_same(&description)) {
                unique.push(description);
            }
        }
        if let [single] = &mut unique[..]
            && varying < single.path.len()
        {
            single.path.remove(varying);
        }
        unique
    }

    fn merge_all(&self, same: &[&Mismatch]) -> Option<Mismatch> {
        let (first, rest) = same.split_first()?;
        let mut merged = (*first).clone();
        for other in rest {
            if merged.canonical_path() != other.canonical_path() {
                return None;
            }
            merged.kind = self.merge_kinds(merged.kind, &other.kind);
        }
        Some(merged)
    }

    /// Each time that types are merged, Puppet simplifies both sides again.
    fn merge_kinds(&self, a: MismatchKind, b: &MismatchKind) -> MismatchKind {
        let join = |a: &Type, b: &Type| self.normalize(&Type::variant_of([a.clone(), b.clone()]));
        match (a, b) {
            (
                MismatchKind::Type {
                    expected: a,
                    actual,
                },
                MismatchKind::Type { expected: b, .. } | MismatchKind::Pattern { expected: b, .. },
            ) => MismatchKind::Type {
                expected: join(&a, b),
                actual: self.normalize(&actual),
            },
            (
                MismatchKind::Pattern {
                    expected: a,
                    actual,
                },
                MismatchKind::Type { expected: b, .. } | MismatchKind::Pattern { expected: b, .. },
            ) => MismatchKind::Pattern {
                expected: join(&a, b),
                actual: self.normalize(&actual),
            },
            (
                MismatchKind::Size {
                    expected: a,
                    actual,
                },
                MismatchKind::Size { expected: b, .. } | MismatchKind::Count { expected: b, .. },
            ) => MismatchKind::Size {
                expected: a.hull(b),
                actual,
            },
            (
                MismatchKind::Count {
                    expected: a,
                    actual,
                },
                MismatchKind::Size { expected: b, .. } | MismatchKind::Count { expected: b, .. },
            ) => MismatchKind::Count {
                expected: a.hull(b),
                actual,
            },
            (a, _) => a,
        }
    }
}

fn extended(path: &Path, element: PathElement) -> Path {
    let mut path = path.clone();
    path.push(element);
    path
}

/// The string that a type was inferred from, if it was.
fn inferred_string(ty: &Type) -> Option<&str> {
    match ty {
        Type::String(Some(constraint)) => match &**constraint {
            StringConstraint::Value(value) => Some(value),
            StringConstraint::Size(_) => None,
        },
        _ => None,
    }
}
